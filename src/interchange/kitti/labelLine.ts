import type { KittiBox } from './boxLine.ts'

/** As KITTI writes what has no box in space: a person marked it in the camera alone. */
export const CAMERA_ONLY = {
  alphaRad: -10,
  sizeM: [-1, -1, -1],
  locationM: [-1000, -1000, -1000],
  rotationYRad: -10,
} as const

/** Type names are words: blanks become `_`. */
export const kittiClass = (name: string): string => name.trim().replace(/\s+/g, '_')

/** type, truncated, occluded, alpha, bbox, height width length, location, rotation_y. */
export function labelLine(label: string, box: Omit<KittiBox, 'isTilted'>): string {
  const { truncated, occluded, alphaRad, bbox, sizeM, locationM, rotationYRad } = box
  return [
    kittiClass(label),
    truncated.toFixed(2),
    occluded,
    alphaRad.toFixed(6),
    ...bbox.map((px) => px.toFixed(2)),
    ...sizeM.map((metres) => metres.toFixed(4)),
    ...locationM.map((metres) => metres.toFixed(4)),
    rotationYRad.toFixed(6),
  ].join(' ')
}
