import type { RgbBytes } from '../raster/png.ts'

/** VOC's colours by number (VOCdevkit, VOClabelcolormap.m): the bits of the number, spread over the three channels. */
export function vocColor(number: number): RgbBytes {
  const color: RgbBytes = [0, 0, 0]
  for (let bit = 7, rest = number; rest > 0 && bit >= 0; bit--, rest >>= 3) {
    for (const channel of [0, 1, 2]) color[channel] |= ((rest >> channel) & 1) << bit
  }
  return color
}

export const numberOfColor = (rgb: number): number => {
  let number = 0
  for (let bit = 7; bit >= 0; bit--) {
    for (const channel of [0, 1, 2]) {
      const value = (rgb >> (16 - 8 * channel)) & 0xff
      number |= ((value >> bit) & 1) << (3 * (7 - bit) + channel)
    }
  }
  return number
}

/** Marks pixels whose owner is uncertain; it is not the number of a class or an instance. */
export const VOID = 255

/** From places, which start at 0: background is 0, and 255 is left out. */
export const vocNumber = (place: number): number => (place + 1 < VOID ? place + 1 : place + 2)
