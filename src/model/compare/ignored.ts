import { isInRings } from '../../geometry/nestedRings.ts'
import type { ImagePoint } from '../document/shape.ts'
import type { extentOf } from '../shapes/preparedShape.ts'
import type { ComparedRecord } from './comparedRecord.ts'
import type { IgnoreRules } from './ignoreRules.ts'
import { type MatchedRecords, type MatchingContext, matchRecords } from './matchRecords.ts'
import { preparedShape, UNKNOWN_SCALE } from './preparedShape.ts'

/** The positions that ignore rules need. */
export interface IgnorePlace {
  /** The vehicle's position, seen from above; null: the origin. */
  egoAt(frame: number): ImagePoint | null
  frameIdOf(frame: number): string | null
}

/**
 * Both sides without ignored records: those of the reference that a rule ignores, those of the other document that
 * match them, and those that a rule ignores and that have no counting partner (as COCO and KITTI count).
 */
export function withoutIgnored(
  a: readonly ComparedRecord[],
  b: readonly ComparedRecord[],
  rules: IgnoreRules,
  context: MatchingContext & IgnorePlace,
): { a: ComparedRecord[]; b: ComparedRecord[] } {
  const isIgnored = ignoring(rules, context)
  const ofA = Map.groupBy(a, isIgnored)
  const counted = ofA.get(false) ?? []
  const first = matchRecords(counted, b, { ...context, hasTracks: false })
  const lying = matchRecords(ofA.get(true) ?? [], first.onlyB, {
    ...context,
    hasTracks: false,
    options: { ...context.options, byClass: false },
  })
  const isOut = new Set([...partnersOf(lying), ...first.onlyB.filter(isIgnored)])
  return { a: counted, b: b.filter((record) => !isOut.has(record)) }
}

const partnersOf = ({ pairs }: MatchedRecords): ComparedRecord[] => pairs.map(({ b }) => b)

function ignoring(
  { labels, hidden, distanceM, areaPx, regions }: IgnoreRules,
  { scaleOf, egoAt, frameIdOf }: MatchingContext & IgnorePlace,
): (record: ComparedRecord) => boolean {
  const isOutside = (value: number, { from, to }: { from: number; to: number }) => value < from || value > to
  return (record) => {
    if (labels.includes(record.label) || (hidden && record.hidden)) return true
    if (!distanceM && !areaPx && regions.length === 0) return false
    const scale = scaleOf(record)
    const { extent } = preparedShape(record.shape, scale)
    const isInSpace = record.sensorId === null
    const middle = middleOf(record, extent)
    if (isInSpace && distanceM) {
      const ego = egoAt(record.frame) ?? { x: 0, y: 0 }
      if (isOutside(Math.hypot(middle.x - ego.x, middle.y - ego.y), distanceM)) return true
    }
    const areaOf = () => (extent.right - extent.left) * (extent.bottom - extent.top)
    if (!isInSpace && areaPx && scale !== UNKNOWN_SCALE && isOutside(areaOf(), areaPx)) return true
    const { widthPx, heightPx } = isInSpace ? UNKNOWN_SCALE : scale
    const place = { x: middle.x / widthPx, y: middle.y / heightPx }
    return regions.some(
      ({ points, frameId, sensorId }) =>
        (frameId === null || frameId === frameIdOf(record.frame)) &&
        (sensorId ?? '') === (record.sensorId ?? '') &&
        isInRings([points], place),
    )
  }
}

function middleOf({ shape }: ComparedRecord, extent: ReturnType<typeof extentOf>): ImagePoint {
  if (shape.type === 'solid') return shape.cuboid.position
  return { x: (extent.left + extent.right) / 2, y: (extent.top + extent.bottom) / 2 }
}
