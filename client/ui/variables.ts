import type { CSSProperties } from 'react'

/** Types custom properties as a style, because CSSProperties does not allow them. */
export const variables = (of: Record<`--${string}`, string | number>) => of as CSSProperties
