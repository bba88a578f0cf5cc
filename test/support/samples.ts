import sharp from 'sharp'
import type { ClassBody, TagBody } from '../../src/client/types/admin.ts'
import type { Operation } from '../../src/client/types/words.ts'

export const CLASSES: ClassBody[] = [
  { name: 'car', color: 'rgb(151, 22, 15)', instantiable: true },
  { name: 'ground', color: 'rgb(98, 220, 100)' },
  { name: 'object', color: 'rgb(165, 95, 43)' },
]

export const tagOf = (operation: Operation, more: Partial<TagBody> = {}): TagBody => ({
  operation,
  classes: CLASSES,
  ...more,
})

/** A PNG whose pixels depend on `seed`. */
export function pngOf(width: number, height: number, seed = 1): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  let state = seed >>> 0
  for (let i = 0; i < pixels.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    pixels[i] = state >>> 24
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** ASCII PCD of section 2.10 of the specification. */
export function pcdOf(points: readonly (readonly [number, number, number])[]): Buffer {
  const lines = [
    '# .PCD v0.7 - Point Cloud Data file format',
    'VERSION 0.7',
    'FIELDS x y z',
    'SIZE 4 4 4',
    'TYPE F F F',
    'COUNT 1 1 1',
    `WIDTH ${points.length}`,
    'HEIGHT 1',
    'VIEWPOINT 0 0 0 1 0 0 0',
    `POINTS ${points.length}`,
    'DATA ascii',
    ...points.map((point) => point.join(' ')),
  ]
  return Buffer.from(`${lines.join('\n')}\n`)
}

export const HERE = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }

/** Corners of a rectangle in normalised coordinates, in the order of result documents. */
export const corners = (left: number, top: number, right: number, bottom: number) => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]

/** A result for an image: one box. */
export const ONE_BOX = {
  annotations: { rectangles: [{ type: 'rectangle', label: 'car', coordinates: corners(0.1, 0.2, 0.4, 0.5) }] },
}
