import { type CloudMessage, fieldReader } from './cloudMessage.ts'

/** In the order in which they are looked for. */
const TIME_FIELDS = ['t', 'time', 'timestamp', 'offset_time', 'time_stamp', 'timeOffset'] as const
const UNITS_NS = [1, 1e3, 1e6, 1e9] as const
/** A turn of a lidar takes between these. */
const SHORTEST_SPAN_NS = 1e7
const LONGEST_SPAN_NS = 1e9
/** A time beyond this is counted from 1970, or from the start of the sensor, not from the frame. */
const LONGEST_OFFSET_NS = 60e9
/** How far an absolute time may be from the frame's; others are of a clock of the sensor's own. */
const SAME_CLOCK_NS = 10e9

/**
 * When each point was measured, in ns relative to the frame's time; null where the message does not say. The unit is
 * the one in which the cloud spans a turn of a lidar, otherwise seconds of fractions and ns of integers.
 */
export function pointTimes(cloud: CloudMessage, timeNs: bigint): Float64Array | null {
  const field = TIME_FIELDS.map((name) => cloud.fields.find((one) => one.name === name)).find((one) => one?.count === 1)
  if (!field) return null
  const { width, height, stride, rowBytes, data, isBigEndian } = cloud
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const read = fieldReader(field, isBigEndian)
  const values = new Float64Array(width * height)
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let point = 0; point < values.length; point++) {
    const value = read(view, Math.floor(point / width) * rowBytes + (point % width) * stride + field.offset)
    values[point] = value
    if (value < least) least = value
    if (value > most) most = value
  }
  const span = most - least
  const unitNs =
    UNITS_NS.find((unit) => span * unit >= SHORTEST_SPAN_NS && span * unit <= LONGEST_SPAN_NS) ??
    (field.kind[0] === 'F' && most < 1e12 ? 1e9 : 1)
  const base = startOf(least, unitNs, cloud.timeBaseNs, timeNs)
  // Whole units first: a double holds the ns since 1970 to 256 alone.
  const wholeUnits = Math.floor(base / unitNs)
  const restNs = base - wholeUnits * unitNs + remainderNs(base, cloud.timeBaseNs, timeNs)
  for (let point = 0; point < values.length; point++) {
    const offsetNs = Math.round((values[point] - wholeUnits) * unitNs - restNs)
    values[point] = Number.isFinite(offsetNs) ? offsetNs : 0
  }
  return values
}

/** What time 0 of the frame is in the field's own count, in ns. */
function startOf(least: number, unitNs: number, timeBaseNs: bigint | null, timeNs: bigint): number {
  if (timeBaseNs !== null) {
    const apartNs = Number(timeNs - timeBaseNs)
    return Math.abs(apartNs) < SAME_CLOCK_NS ? apartNs : 0
  }
  if (Math.abs(least * unitNs) < LONGEST_OFFSET_NS) return 0
  const absoluteNs = Number(timeNs)
  return Math.abs(least * unitNs - absoluteNs) < SAME_CLOCK_NS ? absoluteNs : least * unitNs
}

/** The part of the frame's time that a double cannot hold. */
const remainderNs = (base: number, timeBaseNs: bigint | null, timeNs: bigint): number =>
  timeBaseNs === null && base === Number(timeNs) ? Number(timeNs - BigInt(base)) : 0
