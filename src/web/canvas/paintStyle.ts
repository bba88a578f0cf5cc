import { DARK, LIGHT } from '../tokens.ts'

/** Matches the colour of the class, `rgb(r, g, b)`. */
const COLOR = /(\d+)\D+(\d+)\D+(\d+)/
const FALLBACK: Rgb = [128, 128, 128]

export type Rgb = readonly [number, number, number]

export function rgbOf(color: string): Rgb {
  const parts = COLOR.exec(color)
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : FALLBACK
}

export const withAlpha = ([r, g, b]: Rgb, alpha: number): string => `rgba(${r}, ${g}, ${b}, ${alpha})`

/** Black or white, whichever is read more easily on the colour (relative luminance as in WCAG, simplified). */
export const inkOn = ([r, g, b]: Rgb): string => (0.299 * r + 0.587 * g + 0.114 * b > 150 ? DARK : LIGHT)
