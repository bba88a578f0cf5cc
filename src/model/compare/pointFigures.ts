import type { LegendEntry, PointLabels } from '../document/document.ts'
import { UNLABELLED } from '../tag.ts'
import { type Confusion, figuresOf, type ShapeFigures, type Tally } from './figures.ts'

/** Figures of point labels, in addition to PQ over segments. */
export interface PointFigures {
  /** Points of equal class, of those that either document labels. */
  accuracy: number
  /** Mean over the classes that are there. */
  miou: number
}

export interface ComparedLabels {
  legend: readonly LegendEntry[]
  labels: PointLabels
}

/** A class as points wear it: without instances all its points are one segment. */
interface PointClass {
  classId: string
  name: string
  instantiable: boolean
}

export interface PointSegment {
  /** The label of its legend entry. */
  id: string
  label: string
  points: number
}

export interface SegmentPair {
  a: PointSegment
  b: PointSegment
  iou: number
}

export interface ComparedPoints {
  shapes: ShapeFigures
  points: PointFigures
  byClass: Map<string, ShapeFigures & { iou: number }>
  /** Counted in points. */
  confusion: Confusion[]
  pairs: SegmentPair[]
  /** As much alike, but of different classes. */
  otherClass: SegmentPair[]
  onlyA: PointSegment[]
  onlyB: PointSegment[]
}

/** A pair shares more than half, so no segment has two such partners (Kirillov 2019). */
const LEAST_IOU = 0.5

export function comparePoints(a: ComparedLabels, b: ComparedLabels, classes: readonly PointClass[]): ComparedPoints {
  const [ofA, ofB] = [segmentsOf(a, classes), segmentsOf(b, classes)]
  const shared = countShared(a.labels, b.labels, ofA, ofB)
  for (const { a: one, b: other, count } of shared) {
    if (one) one.points += count
    if (other) other.points += count
  }
  const alike = shared.flatMap(({ a: one, b: other, count }): SegmentPair[] => {
    if (!one || !other) return []
    const iou = count / (one.points + other.points - count)
    return iou > LEAST_IOU ? [{ a: one, b: other, iou }] : []
  })
  const isOneClass = (pair: SegmentPair) => pair.a.label === pair.b.label
  const [pairs, otherClass] = [alike.filter(isOneClass), alike.filter((pair) => !isOneClass(pair))]
  const [taken, confusion] = [new Set(alike.flatMap((pair) => [pair.a, pair.b])), confusionOf(shared)]
  const present = (all: Segments) => all.list.filter(({ points }) => points > 0)
  const [inA, inB] = [present(ofA), present(ofB)]
  const byClass = classFigures(inA, inB, pairs, confusion)
  const all = tallyOf(inA, inB, pairs)
  const mean = (of: (figures: ShapeFigures & { iou: number }) => number) =>
    byClass.size === 0 ? 1 : [...byClass.values()].reduce((sum, figures) => sum + of(figures), 0) / byClass.size
  return {
    shapes: { ...figuresOf(all), pq: mean(({ pq }) => pq), sq: mean(({ sq }) => sq), rq: mean(({ rq }) => rq) },
    points: { accuracy: accuracyOf(confusion), miou: mean(({ iou }) => iou) },
    byClass,
    confusion,
    pairs,
    otherClass,
    onlyA: inA.filter((segment) => !taken.has(segment)),
    onlyB: inB.filter((segment) => !taken.has(segment)),
  }
}

interface Segments {
  list: PointSegment[]
  /** By label_key; labels without a class count as unlabelled. */
  byKey: ReadonlyMap<number, PointSegment>
}

function segmentsOf({ legend }: ComparedLabels, classes: readonly PointClass[]): Segments {
  const known = new Map(classes.map((pointClass) => [pointClass.classId, pointClass]))
  const list: PointSegment[] = []
  const [byKey, whole] = [new Map<number, PointSegment>(), new Map<string, PointSegment>()]
  for (const { id, labelKey, classId } of legend) {
    const pointClass = classId === null ? undefined : known.get(classId)
    if (!pointClass || labelKey === 0 || pointClass.name === UNLABELLED) continue
    const segment = whole.get(pointClass.name) ?? { id, label: pointClass.name, points: 0 }
    if (!pointClass.instantiable) whole.set(pointClass.name, segment)
    if (!list.includes(segment)) list.push(segment)
    byKey.set(labelKey, segment)
  }
  return { list, byKey }
}

interface Shared {
  a: PointSegment | null
  b: PointSegment | null
  count: number
}

/** How many points two segments share, without points that neither document labels. */
function countShared(a: PointLabels, b: PointLabels, ofA: Segments, ofB: Segments): Shared[] {
  const [indexA, indexB] = [ofA.list, ofB.list].map((list) => new Map(list.map((segment, i) => [segment, i + 1])))
  const numberIn = (segments: Segments, index: Map<PointSegment, number>, key: number): number => {
    const segment = segments.byKey.get(key)
    return segment ? (index.get(segment) ?? 0) : 0
  }
  const width = ofB.list.length + 1
  const counts = new Map<number, number>()
  const length = Math.max(a.length, b.length)
  for (let start = 0; start < length; ) {
    // Runs of one label are long: the maps are asked once a run.
    let end = start + 1
    while (end < length && a[end] === a[start] && b[end] === b[start]) end++
    const cell = numberIn(ofA, indexA, a[start] ?? 0) * width + numberIn(ofB, indexB, b[start] ?? 0)
    if (cell > 0) counts.set(cell, (counts.get(cell) ?? 0) + end - start)
    start = end
  }
  return [...counts].map(([cell, count]) => {
    const [i, j] = [Math.floor(cell / width), cell % width]
    return { a: ofA.list[i - 1] ?? null, b: ofB.list[j - 1] ?? null, count }
  })
}

function confusionOf(shared: readonly Shared[]): Confusion[] {
  const counts = new Map<string, Confusion>()
  for (const { a, b, count } of shared) {
    const [from, to] = [a?.label ?? null, b?.label ?? null]
    const key = JSON.stringify([from, to])
    const known = counts.get(key)
    if (known) known.count += count
    else counts.set(key, { a: from, b: to, count })
  }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, confusion]) => confusion)
}

function accuracyOf(confusion: readonly Confusion[]): number {
  const sum = (cells: readonly Confusion[]) => cells.reduce((total, { count }) => total + count, 0)
  const kept = sum(confusion)
  return kept === 0 ? 1 : sum(confusion.filter(({ a, b }) => a === b)) / kept
}

function classFigures(
  a: readonly PointSegment[],
  b: readonly PointSegment[],
  pairs: readonly SegmentPair[],
  confusion: readonly Confusion[],
): Map<string, ShapeFigures & { iou: number }> {
  const labels = [...new Set([...a, ...b].map(({ label }) => label))].sort()
  return new Map(
    labels.map((label) => {
      const isOf = (segment: PointSegment) => segment.label === label
      const tally = tallyOf(
        a.filter(isOf),
        b.filter(isOf),
        pairs.filter((pair) => isOf(pair.a)),
      )
      return [label, { ...figuresOf(tally), iou: classIou(confusion, label) }]
    }),
  )
}

function classIou(confusion: readonly Confusion[], label: string): number {
  let [common, union] = [0, 0]
  for (const { a, b, count } of confusion) {
    if (a === label && b === label) common += count
    if (a === label || b === label) union += count
  }
  return union === 0 ? 1 : common / union
}

function tallyOf(a: readonly PointSegment[], b: readonly PointSegment[], pairs: readonly SegmentPair[]): Tally {
  const iou = pairs.reduce((sum, pair) => sum + pair.iou, 0)
  return { tp: pairs.length, a: a.length, b: b.length, quality: iou, iou, withIou: pairs.length }
}
