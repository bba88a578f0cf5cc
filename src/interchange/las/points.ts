import type { LabelledPoints } from '../core/exportSet.ts'
import type { PointLabel } from '../segmentation/pointLabels.ts'
import { type LasPlacement, SCALE_M } from './bounds.ts'
import {
  EXTRA_BYTES,
  EXTRA_RECORD,
  EXTRA_USER,
  HEADER_BYTES,
  INSTANCE,
  POINT_BYTES,
  POINT_INDEX,
  UINT32_TYPE,
  VLR_HEADER_BYTES,
} from './layout.ts'

const POINTS_A_PIECE = 8192
/** Return 1 of 1. */
const ONLY_RETURN = 0x11
const MOST_INTENSITY = 65_535
const XYZ_AND_MORE = 6
const WITH_COLOUR = 7

/** A LAS 1.4 file with a class and an instance per point, generated as it is read. */
export function* lasPieces(
  { cloud, labels }: LabelledPoints,
  meanings: ReadonlyMap<number, PointLabel>,
  placement: LasPlacement,
): Generator<Uint8Array> {
  const hasIndex = placement.count < cloud.pointCount
  const extras = hasIndex ? [INSTANCE, POINT_INDEX] : [INSTANCE]
  const format = cloud.rgb ? WITH_COLOUR : XYZ_AND_MORE
  const stride = POINT_BYTES[format] + 4 * extras.length
  yield headerBytes(placement, { format, stride, extras })
  const intensityScale = scaleOf(cloud.intensity)
  let piece = new DataView(new ArrayBuffer(stride * POINTS_A_PIECE))
  let filled = 0
  for (let i = 0; i < cloud.pointCount; i++) {
    if (!placement.holds(i)) continue
    const at = filled * stride
    for (let axis = 0; axis < 3; axis++) {
      const steps = Math.round((cloud.positions[3 * i + axis] - placement.offset[axis]) / SCALE_M)
      piece.setInt32(at + 4 * axis, steps, true)
    }
    const { classLabel, instance } = meanings.get(labels[i]) ?? { classLabel: 0, instance: 0 }
    piece.setUint16(
      at + 12,
      Math.min(Math.max(Math.round((cloud.intensity?.[i] ?? 0) * intensityScale), 0), MOST_INTENSITY),
      true,
    )
    piece.setUint8(at + 14, ONLY_RETURN)
    piece.setUint8(at + 16, classLabel)
    if (cloud.rgb) for (let c = 0; c < 3; c++) piece.setUint16(at + 30 + 2 * c, cloud.rgb[3 * i + c] * 257, true)
    piece.setUint32(at + POINT_BYTES[format], instance, true)
    if (hasIndex) piece.setUint32(at + POINT_BYTES[format] + 4, i, true)
    if (++filled < POINTS_A_PIECE) continue
    yield new Uint8Array(piece.buffer)
    piece = new DataView(new ArrayBuffer(stride * POINTS_A_PIECE))
    filled = 0
  }
  if (filled > 0) yield new Uint8Array(piece.buffer, 0, filled * stride)
}

/** Intensities from 0 to 1 are spread over the 16 bits that LAS has; others are rounded. */
function scaleOf(intensity: Float32Array | undefined): number {
  let most = 0
  for (const value of intensity ?? []) if (value > most) most = value
  return most > 0 && most <= 1 ? MOST_INTENSITY : 1
}

function headerBytes(
  { offset, min, max, count }: LasPlacement,
  { format, stride, extras }: { format: number; stride: number; extras: readonly string[] },
): Uint8Array {
  const pointsAt = HEADER_BYTES + VLR_HEADER_BYTES + EXTRA_BYTES * extras.length
  const bytes = new Uint8Array(pointsAt)
  const view = new DataView(bytes.buffer)
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at)
  text(0, 'LASF')
  // Coordinate systems would be WKT, which point formats from 6 require.
  view.setUint16(6, 0x10, true)
  bytes.set([1, 4], 24)
  text(26, 'fiducial')
  text(58, 'fiducial')
  view.setUint16(94, HEADER_BYTES, true)
  view.setUint32(96, pointsAt, true)
  view.setUint32(100, 1, true)
  view.setUint8(104, format)
  view.setUint16(105, stride, true)
  for (let axis = 0; axis < 3; axis++) {
    view.setFloat64(131 + 8 * axis, SCALE_M, true)
    view.setFloat64(155 + 8 * axis, offset[axis], true)
    view.setFloat64(179 + 16 * axis, max[axis], true)
    view.setFloat64(187 + 16 * axis, min[axis], true)
  }
  view.setBigUint64(247, BigInt(count), true)
  // Points by return: all are the first.
  view.setBigUint64(255, BigInt(count), true)
  text(HEADER_BYTES + 2, EXTRA_USER)
  view.setUint16(HEADER_BYTES + 18, EXTRA_RECORD, true)
  view.setUint16(HEADER_BYTES + 20, EXTRA_BYTES * extras.length, true)
  for (const [index, name] of extras.entries()) {
    const at = HEADER_BYTES + VLR_HEADER_BYTES + EXTRA_BYTES * index
    view.setUint8(at + 2, UINT32_TYPE)
    text(at + 4, name)
  }
  return bytes
}
