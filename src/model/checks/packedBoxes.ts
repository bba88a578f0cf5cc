import type { AskedBox } from './trackEvidence.ts'

/** The asked boxes of one frame as arrays: another thread gets them without reading the document again. */
export interface PackedBoxes {
  /** The place of each box's track in the list of tracks. */
  tracks: Uint32Array
  /** COUNT, HEIGHT or both. */
  asked: Uint8Array
  /** Position x y z, heading w x y z, length, width and height of each box. */
  numbers: Float64Array
}

const COUNT = 1
const HEIGHT = 2
const NUMBERS_A_BOX = 10

/** @param placeOf the place of each track in the list of tracks */
export function packBoxes(boxes: readonly AskedBox[], placeOf: ReadonlyMap<string, number>): PackedBoxes {
  const numbers = new Float64Array(boxes.length * NUMBERS_A_BOX)
  for (const [box, { cuboid }] of boxes.entries()) {
    const { position, heading, dimensions } = cuboid
    const { length, width, height } = dimensions
    const ofBox = [
      position.x,
      position.y,
      position.z,
      heading.w,
      heading.x,
      heading.y,
      heading.z,
      length,
      width,
      height,
    ]
    numbers.set(ofBox, box * NUMBERS_A_BOX)
  }
  const askedOf = ({ isCountAsked, isHeightAsked }: AskedBox) =>
    (isCountAsked ? COUNT : 0) | (isHeightAsked ? HEIGHT : 0)
  return {
    tracks: Uint32Array.from(boxes, ({ trackId }) => placeOf.get(trackId) ?? 0),
    asked: Uint8Array.from(boxes, askedOf),
    numbers,
  }
}

/** @param trackIds the list of tracks that the boxes were packed with */
export function unpackBoxes({ tracks, asked, numbers }: PackedBoxes, trackIds: readonly string[]): AskedBox[] {
  return Array.from(tracks, (track, box) => {
    const [x, y, z, headingW, headingX, headingY, headingZ, length, width, height] = numbers.subarray(
      box * NUMBERS_A_BOX,
      (box + 1) * NUMBERS_A_BOX,
    )
    return {
      trackId: trackIds[track],
      cuboid: {
        position: { x, y, z },
        heading: { w: headingW, x: headingX, y: headingY, z: headingZ },
        dimensions: { length, width, height },
      },
      isCountAsked: (asked[box] & COUNT) !== 0,
      isHeightAsked: (asked[box] & HEIGHT) !== 0,
    }
  })
}
