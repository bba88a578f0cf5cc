import type { PixelScale, PreparedShape } from '../shapes/preparedShape.ts'
import { assign } from './assignment.ts'
import type { ComparedRecord } from './comparedRecord.ts'
import type { CompareOptions } from './compareOptions.ts'
import { type Likeness, likenessOf } from './likeness.ts'
import { forEachNeighbour } from './neighbours.ts'
import { preparedShape } from './preparedShape.ts'

/** A record of the reference and one of the other document. */
export interface RecordPair extends Likeness {
  a: ComparedRecord
  b: ComparedRecord
}

export interface MatchedRecords {
  pairs: RecordPair[]
  /** Alike, but of different classes: made of what matching by class left over. */
  otherClass: RecordPair[]
  onlyA: ComparedRecord[]
  onlyB: ComparedRecord[]
  /** All overlapping pairs within frame, sensor, kind and class, if tracks are compared by them; otherwise empty. */
  overlaps: RecordPair[]
  approximate: boolean
}

export interface MatchingContext {
  options: CompareOptions
  hasTracks: boolean
  /** Pixels of the image that a record's coordinates are parts of. */
  scaleOf(record: ComparedRecord): PixelScale
  /** The sigmas of a class's key points; null if it does not have them. */
  sigmasOf(label: string): readonly number[] | null
  isLate(): boolean
}

interface Outlined {
  record: ComparedRecord
  outline: PreparedShape
  index: number
}

/** Pairs of greatest likeness, optimal within each frame, sensor, kind of geometry and (by class) label. */
export function matchRecords(
  a: readonly ComparedRecord[],
  b: readonly ComparedRecord[],
  context: MatchingContext,
): MatchedRecords {
  const { options } = context
  const [as, bs] = [outlined(a, context), outlined(b, context)]
  const first = matchGroups(
    as,
    bs,
    (record) => (options.byClass ? `${placeOf(record)} ${record.label}` : placeOf(record)),
    context,
  )
  const restA = as.filter(({ index }) => !first.usedA.has(index))
  const restB = bs.filter(({ index }) => !first.usedB.has(index))
  const second = options.byClass ? matchGroups(restA, restB, placeOf, { ...context, hasTracks: false }) : null
  const isLeft = (used: ReadonlySet<number> | undefined) => (item: Outlined) => !used?.has(item.index)
  return {
    pairs: first.pairs,
    otherClass: second?.pairs ?? [],
    onlyA: restA.filter(isLeft(second?.usedA)).map(({ record }) => record),
    onlyB: restB.filter(isLeft(second?.usedB)).map(({ record }) => record),
    overlaps: first.overlaps,
    approximate: first.approximate || (second?.approximate ?? false),
  }
}

const placeOf = ({ frame, sensorId, shape }: ComparedRecord): string => `${frame} ${shape.type} ${sensorId ?? ''}`

const outlined = (records: readonly ComparedRecord[], { scaleOf, sigmasOf }: MatchingContext): Outlined[] =>
  records.map((record, index) => {
    return { record, outline: preparedShape(record.shape, scaleOf(record), sigmasOf(record.label)), index }
  })

interface Matched {
  pairs: RecordPair[]
  overlaps: RecordPair[]
  usedA: Set<number>
  usedB: Set<number>
  approximate: boolean
}

function matchGroups(
  as: readonly Outlined[],
  bs: readonly Outlined[],
  groupOf: (record: ComparedRecord) => string,
  { options, hasTracks, isLate }: MatchingContext,
): Matched {
  const groupsOfB = Map.groupBy(bs, ({ record }) => groupOf(record))
  const matched: Matched = {
    pairs: [],
    overlaps: [],
    usedA: new Set(),
    usedB: new Set(),
    approximate: false,
  }
  for (const [group, itemsOfA] of Map.groupBy(as, ({ record }) => groupOf(record))) {
    const offered: { a: number; b: number; weight: number; pair: RecordPair }[] = []
    forEachNeighbour(itemsOfA, groupsOfB.get(group) ?? [], options, (a, b) => {
      const alike = likenessOf(a.outline, b.outline, a.record.label, options)
      if (!alike) return
      // Member by member: there may be hundreds of thousands, and spreading takes longer than comparing.
      const { likeness, quality, iou, distance, isAdmissible } = alike
      const pair = { a: a.record, b: b.record, likeness, quality, iou, distance, isAdmissible }
      if (hasTracks) matched.overlaps.push(pair)
      // A hair above its worth: of equal sums that of more pairs counts.
      if (pair.isAdmissible) offered.push({ a: a.index, b: b.index, weight: Math.max(0, pair.likeness) + 1e-12, pair })
    })
    const { pairs, approximate } = assign(offered, isLate)
    matched.approximate ||= approximate
    for (const { a, b, pair } of pairs) {
      matched.usedA.add(a)
      matched.usedB.add(b)
      matched.pairs.push(pair)
    }
  }
  return matched
}
