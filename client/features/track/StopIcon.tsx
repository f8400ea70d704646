import { Square } from 'lucide-react'

export const StopIcon = () => <Square aria-hidden fill="currentColor" />
