import { messageOf } from '../../../formats/errors/messageOf.ts'
import type { Pose } from '../../../geometry/pose.ts'
import { parseJson } from '../../../json/text.ts'
import type { CalibrationCheck } from '../calibrationCheck.ts'
import { namedTimeNs } from '../namedTime.ts'
import type { TimedPose } from './egoTrack.ts'

/** Poses of the vehicle: each of a time, or one for each cloud in their order. */
export type SentPoses = { timed: TimedPose[] } | { inOrder: Pose[] }

const CSV_COLUMNS = ['timestamp', 'x', 'y', 'z', 'qw', 'qx', 'qy', 'qz']
const TUM_COLUMNS = 8
const KITTI_COLUMNS = 12

/** The poses of a file by its ending; `check` collects each line or entry at fault. */
export function readSentPoses(file: string, text: string, check: CalibrationCheck): SentPoses {
  if (file.endsWith('.csv')) return { timed: csvPoses(file, text, check) }
  if (file.endsWith('.json')) return { timed: jsonPoses(file, text, check) }
  return textPoses(file, text, check)
}

const linesOf = (text: string): { line: string; number: number }[] =>
  text
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'))

function csvPoses(file: string, text: string, check: CalibrationCheck): TimedPose[] {
  const [head, ...rows] = linesOf(text)
  const names = head?.line.split(',').map((name) => name.trim()) ?? []
  const places = CSV_COLUMNS.map((name) => names.indexOf(name))
  const missing = CSV_COLUMNS.filter((_, index) => places[index] < 0)
  if (missing.length > 0) {
    check.refuse({ file, field: 'line 1', type: 'MISSING', expected: CSV_COLUMNS.join(','), found: head?.line ?? '' })
    return []
  }
  return rows.flatMap(({ line, number }) => {
    const cells = line.split(',')
    const [time, ...rest] = places.map((place) => cells[place]?.trim() ?? '')
    const [x, y, z, w, qx, qy, qz] = rest
    return timedPose(file, `line ${number}`, time, [x, y, z, w, qx, qy, qz], check)
  })
}

/** TUM: `seconds x y z qx qy qz qw`; KITTI: the upper three rows of a matrix, a line a cloud. */
function textPoses(file: string, text: string, check: CalibrationCheck): SentPoses {
  const lines = linesOf(text)
  const columns = lines.at(0)?.line.split(/\s+/).length ?? 0
  if (columns === KITTI_COLUMNS) {
    return {
      inOrder: lines.flatMap(({ line, number }) => matrixPose(file, `line ${number}`, line.split(/\s+/), check)),
    }
  }
  if (columns !== TUM_COLUMNS) {
    const expected = `${TUM_COLUMNS} columns (TUM) or ${KITTI_COLUMNS} (KITTI)`
    check.refuse({ file, field: 'line 1', type: 'INVALID_VALUE', expected, found: `${columns} columns` })
    return { timed: [] }
  }
  const timed = lines.flatMap(({ line, number }) => {
    const [time, x, y, z, qx, qy, qz, qw] = line.split(/\s+/)
    // Whole seconds have no dot.
    const seconds = time && /^\d{1,10}$/.test(time) ? `${time}.0` : (time ?? '')
    return timedPose(file, `line ${number}`, seconds, [x, y, z, qw, qx, qy, qz], check)
  })
  return { timed }
}

function jsonPoses(file: string, text: string, check: CalibrationCheck): TimedPose[] {
  const rows = jsonOf(file, text, check)
  if (!Array.isArray(rows)) {
    check.refuse({ file, field: '', type: 'INVALID_TYPE', expected: 'a list of {timestamp, position, heading}' })
    return []
  }
  return rows.flatMap((row: { timestamp?: unknown; position?: Numbers; heading?: Numbers } | null, index) => {
    const { position, heading } = row ?? {}
    const numbers = [position?.x, position?.y, position?.z, heading?.w, heading?.x, heading?.y, heading?.z]
    const time = typeof row?.timestamp === 'number' ? row.timestamp.toFixed(9) : String(row?.timestamp)
    return timedPose(file, `[${index}]`, time, numbers, check)
  })
}

type Numbers = Readonly<Record<string, unknown>> | null

function jsonOf(file: string, text: string, check: CalibrationCheck): unknown {
  try {
    return parseJson(new TextEncoder().encode(text))
  } catch (error) {
    check.refuse({ file, field: '', type: 'INVALID_VALUE', expected: 'JSON', found: messageOf(error) })
    return []
  }
}

/** `numbers`: x y z and w x y z, as text or numbers. */
function timedPose(
  file: string,
  field: string,
  time: string,
  numbers: readonly unknown[],
  check: CalibrationCheck,
): TimedPose[] {
  const timeNs = namedTimeNs(time)
  if (timeNs === null) {
    const expected = 'seconds with a dot, or nanoseconds of 16 digits or more'
    check.refuse({ file, field, type: 'INVALID_VALUE', expected, found: time.slice(0, 100) })
    return []
  }
  const read = check.numbers(file, field, numbers.map(numberOf), numbers.length)
  const heading = read && check.quaternion(file, field, read.slice(3))
  if (!read || !heading) return []
  const [x, y, z] = read
  return [{ timeNs, worldFromEgo: { position: { x, y, z }, heading } }]
}

function matrixPose(file: string, field: string, cells: readonly string[], check: CalibrationCheck): Pose[] {
  const m = check.numbers(file, field, cells.map(numberOf), KITTI_COLUMNS)
  const heading = m && check.rotation(file, field, [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]])
  return m && heading ? [{ position: { x: m[3], y: m[7], z: m[11] }, heading }] : []
}

/** An empty cell is no number. */
const numberOf = (cell: unknown): unknown => (typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : cell)
