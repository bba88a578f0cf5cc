import type { KittiBox } from './boxLine.ts'
import { ANGLE_DIGITS, fixed, METRE_DIGITS, PIXEL_DIGITS } from './written.ts'

/** KITTI's values for an object without a box in space: a person marked it only in the camera. */
export const CAMERA_ONLY = {
  alphaRad: -10,
  sizeM: [-1, -1, -1],
  locationM: [-1000, -1000, -1000],
  rotationYRad: -10,
} as const

/** Type names are words: blanks become `_`. */
export const kittiClass = (name: string): string => name.trim().replace(/\s+/g, '_') || '_'

/** type, truncated, occluded, alpha, bbox, height width length, location, rotation_y. */
export function labelLine(type: string, box: Omit<KittiBox, 'isTilted'>): string {
  const { truncated, occluded, alphaRad, bbox, sizeM, locationM, rotationYRad } = box
  return [
    type,
    fixed(truncated, 2),
    occluded,
    fixed(alphaRad, ANGLE_DIGITS),
    ...bbox.map((px) => fixed(px, PIXEL_DIGITS)),
    ...sizeM.map((metres) => fixed(metres, METRE_DIGITS)),
    ...locationM.map((metres) => fixed(metres, METRE_DIGITS)),
    fixed(rotationYRad, ANGLE_DIGITS),
  ].join(' ')
}
