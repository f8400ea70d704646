import type { CSSProperties } from 'react'

/** The custom properties of a style, which CSSProperties leaves out. */
export const variables = (of: Record<`--${string}`, string | number>) => of as CSSProperties
