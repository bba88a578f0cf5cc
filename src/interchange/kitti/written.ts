/** Numbers as KITTI's lines carry them: what follows from a box is worked out from these, not from what they were. */
export const PIXEL_DIGITS = 2
export const METRE_DIGITS = 4
export const ANGLE_DIGITS = 6
/** The written value of π must not exceed π: read back, it would point in the opposite direction. */
const LARGEST_ANGLE = Math.floor(Math.PI * 10 ** ANGLE_DIGITS) / 10 ** ANGLE_DIGITS

export const fixed = (value: number, digits: number): string => asWritten(value, digits).toFixed(digits)

/** The number that a reader finds; never -0. */
const asWritten = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0

export const writtenMetres = (metres: number): number => asWritten(metres, METRE_DIGITS)
export const writtenPixels = (px: number): number => asWritten(px, PIXEL_DIGITS)
export const writtenAngle = (rad: number): number =>
  Math.min(Math.max(asWritten(rad, ANGLE_DIGITS), -LARGEST_ANGLE), LARGEST_ANGLE)
