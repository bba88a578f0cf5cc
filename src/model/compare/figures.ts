import type { ComparedRecord } from './comparedRecord.ts'
import type { MatchedRecords, RecordPair } from './matchRecords.ts'

/** How well two sets of records agree. A share is 1 if both sides are empty, and 0 if one of them is. */
export interface ShapeFigures {
  /** Pairs. */
  tp: number
  /** Records of the reference without a partner of their class, and of the other document. */
  onlyA: number
  onlyB: number
  precision: number
  recall: number
  f1: number
  /** The mean over the pairs; null without any. */
  meanIou: number | null
  /** Panoptic quality (Kirillov 2019), as product of segmentation and recognition quality. */
  pq: number
  sq: number
  rq: number
}

/** The sums that figures are computed from. */
export interface Tally {
  tp: number
  a: number
  b: number
  quality: number
  iou: number
  withIou: number
}

const emptyTally = (): Tally => ({ tp: 0, a: 0, b: 0, quality: 0, iou: 0, withIou: 0 })

export function figuresOf({ tp, a, b, quality, iou, withIou }: Tally): ShapeFigures {
  const isEmpty = a + b === 0
  const rq = isEmpty ? 1 : (2 * tp) / (a + b)
  return {
    tp,
    onlyA: a - tp,
    onlyB: b - tp,
    precision: isEmpty ? 1 : b === 0 ? 0 : tp / b,
    recall: isEmpty ? 1 : a === 0 ? 0 : tp / a,
    f1: rq,
    meanIou: withIou === 0 ? null : iou / withIou,
    pq: isEmpty ? 1 : (2 * quality) / (a + b),
    sq: isEmpty ? 1 : tp === 0 ? 0 : quality / tp,
    rq,
  }
}

/** Figures of all records, PQ and its factors as means over the classes that are there. */
export function shapeFigures(
  matched: MatchedRecords,
  byClass: boolean,
): { all: ShapeFigures; byClass: Map<string, ShapeFigures> } {
  const tallies = new Map<string, Tally>()
  const all = tallyOf(matched, (label) => {
    const known = tallies.get(label)
    if (known) return known
    const made = emptyTally()
    tallies.set(label, made)
    return made
  })
  const figures = new Map(
    [...tallies].sort(([one], [other]) => (one < other ? -1 : 1)).map(([k, t]) => [k, figuresOf(t)]),
  )
  if (!byClass) return { all: figuresOf(all), byClass: new Map() }
  return { all: { ...figuresOf(all), ...meansOf([...figures.values()]) }, byClass: figures }
}

function tallyOf({ pairs, otherClass, onlyA, onlyB }: MatchedRecords, of: (label: string) => Tally): Tally {
  const all = emptyTally()
  const count = (side: 'a' | 'b', { label }: ComparedRecord) => {
    all[side]++
    of(label)[side]++
  }
  for (const { a, b } of [...pairs, ...otherClass]) {
    count('a', a)
    count('b', b)
  }
  for (const record of onlyA) count('a', record)
  for (const record of onlyB) count('b', record)
  for (const pair of pairs) for (const tally of [all, of(pair.a.label)]) addPair(tally, pair)
  return all
}

function addPair(tally: Tally, { quality, iou }: RecordPair): void {
  tally.tp++
  tally.quality += quality
  if (iou === null) return
  tally.iou += iou
  tally.withIou++
}

function meansOf(classes: readonly ShapeFigures[]): Pick<ShapeFigures, 'pq' | 'sq' | 'rq'> {
  const mean = (key: 'pq' | 'sq' | 'rq') =>
    classes.length === 0 ? 1 : classes.reduce((sum, figures) => sum + figures[key], 0) / classes.length
  return { pq: mean('pq'), sq: mean('sq'), rq: mean('rq') }
}

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

export interface Confusion {
  /** null: no record. */
  a: string | null
  b: string | null
  count: number
}

/** How many records of one class have another class, or no partner, in the other document; agreements included. */
export function confusionOf(matched: readonly MatchedRecords[]): Confusion[] {
  const counts = new Map<string, Confusion>()
  const add = (a: string | null, b: string | null) => {
    const key = JSON.stringify([a, b])
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { a, b, count: 1 })
  }
  for (const { pairs, otherClass, onlyA, onlyB } of matched) {
    for (const pair of [...pairs, ...otherClass]) add(pair.a.label, pair.b.label)
    for (const { label } of onlyA) add(label, null)
    for (const { label } of onlyB) add(null, label)
  }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, confusion]) => confusion)
}
