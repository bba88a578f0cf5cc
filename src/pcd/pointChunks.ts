import type { PcdCloud } from './pcdReader.ts'
import type { PcdBounds } from './pointStore.ts'

/*
 * Byte layout, version 1, little-endian:
 *
 *   0  4 × u8   "FPTS"
 *   4  u16      version
 *   6  u16      flags: 1 intensity, 2 rgb
 *   8  u32      number of points n
 *  12  u32      points without NaN
 *  16  3 × f64  origin, metres
 *  40  6 × f32  bounds of the finite points relative to the origin: min x y z, max x y z (NaN when there are none)
 *  64  2 × f32  intensity shown as 0 and as 255
 *  72  8 × u8   0
 *  80  3n × f32 positions relative to the origin, in the file's order, NaN kept
 *      n × u8   intensity, if flagged, then zeros to a multiple of 4
 *      3n × u8  rgb, if flagged
 */
const MAGIC = 0x53545046
const VERSION = 1
const HEADER_BYTES = 80
const HAS_INTENSITY = 1
const HAS_RGB = 2

/** A cloud as the browser gets it. Arrays are views of the bytes that were decoded. */
export interface PointChunks {
  pointCount: number
  finiteCount: number
  /** What positions and bounds are relative to, metres. */
  originM: { x: number; y: number; z: number }
  positions: Float32Array
  bounds?: PcdBounds
  /** 0..255 over `intensityRange`. */
  intensity?: Uint8Array
  /** The file's values that map to 0 and 255. */
  intensityRange?: [number, number]
  rgb?: Uint8Array
}

/** Both ends must be little-endian, as every platform with a browser is. */
export function encodePointChunks(cloud: PcdCloud, originM: { x: number; y: number; z: number }): Uint8Array {
  const { pointCount, positions, intensity, rgb } = cloud
  const intensityAt = HEADER_BYTES + pointCount * 12
  const rgbAt = intensityAt + (intensity ? padded(pointCount) : 0)
  const bytes = new Uint8Array(rgbAt + (rgb ? pointCount * 3 : 0))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint16(4, VERSION, true)
  view.setUint16(6, (intensity ? HAS_INTENSITY : 0) | (rgb ? HAS_RGB : 0), true)
  view.setUint32(8, pointCount, true)
  view.setUint32(12, cloud.finiteCount, true)
  const origin = [originM.x, originM.y, originM.z]
  origin.forEach((metres, axis) => {
    view.setFloat64(16 + axis * 8, metres, true)
    view.setFloat32(40 + axis * 4, cloud.bounds ? cloud.bounds.min[axis] - metres : Number.NaN, true)
    view.setFloat32(52 + axis * 4, cloud.bounds ? cloud.bounds.max[axis] - metres : Number.NaN, true)
  })
  const relative = new Float32Array(bytes.buffer, HEADER_BYTES, pointCount * 3)
  const { x, y, z } = originM
  for (let at = 0; at < relative.length; at += 3) {
    relative[at] = positions[at] - x
    relative[at + 1] = positions[at + 1] - y
    relative[at + 2] = positions[at + 2] - z
  }
  if (intensity) {
    const [low, high] = intensityRange(intensity)
    view.setFloat32(64, low, true)
    view.setFloat32(68, high, true)
    const scale = high > low ? 255 / (high - low) : 0
    const shown = new Uint8ClampedArray(bytes.buffer, intensityAt, pointCount)
    for (let index = 0; index < pointCount; index++) shown[index] = (intensity[index] - low) * scale
  }
  if (rgb) bytes.set(rgb, rgbAt)
  return bytes
}

/**
 * Views of the given bytes, which are copied only if they do not begin at a multiple of 4.
 * @throws RangeError if the bytes are not point chunks of this version.
 */
export function decodePointChunks(given: Uint8Array): PointChunks {
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) throw new RangeError('no point chunks')
  if (view.getUint16(4, true) !== VERSION) throw new RangeError(`point chunks of version ${view.getUint16(4, true)}`)
  const flags = view.getUint16(6, true)
  const pointCount = view.getUint32(8, true)
  const finiteCount = view.getUint32(12, true)
  const intensityAt = HEADER_BYTES + pointCount * 12
  const rgbAt = intensityAt + (flags & HAS_INTENSITY ? padded(pointCount) : 0)
  const length = rgbAt + (flags & HAS_RGB ? pointCount * 3 : 0)
  if (bytes.length !== length) throw new RangeError(`${bytes.length} bytes of point chunks, ${length} are needed`)
  const float32 = (at: number) => view.getFloat32(at, true)
  return {
    pointCount,
    finiteCount,
    originM: { x: view.getFloat64(16, true), y: view.getFloat64(24, true), z: view.getFloat64(32, true) },
    positions: new Float32Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES, pointCount * 3),
    ...(finiteCount > 0 && {
      bounds: { min: [float32(40), float32(44), float32(48)], max: [float32(52), float32(56), float32(60)] },
    }),
    ...(flags & HAS_INTENSITY && {
      intensity: bytes.subarray(intensityAt, intensityAt + pointCount),
      intensityRange: [float32(64), float32(68)],
    }),
    ...(flags & HAS_RGB && { rgb: bytes.subarray(rgbAt, rgbAt + pointCount * 3) }),
  }
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 4) * 4
}

/** 1st and 99th percentile of an even sample: a few reflectors must not make the rest of the scene black. */
function intensityRange(intensity: Float32Array): [number, number] {
  const step = Math.max(1, Math.floor(intensity.length / 50_000))
  const sample: number[] = []
  for (let index = 0; index < intensity.length; index += step) {
    if (Number.isFinite(intensity[index])) sample.push(intensity[index])
  }
  if (sample.length === 0) return [0, 0]
  const sorted = Float32Array.from(sample).sort()
  return [sorted[Math.floor((sorted.length - 1) * 0.01)], sorted[Math.ceil((sorted.length - 1) * 0.99)]]
}
