import { type AnnotationType, SPACE_GEOMETRY_KINDS, type SpaceGeometryKind } from '../annotationType.ts'
import { rulesOf } from '../annotationTypes/rulesOf.ts'
import type { PixelScale } from '../shapes/preparedShape.ts'
import type { TagClass } from '../tag.ts'
import { type AttributeFigures, attributeAgreement } from './attributeAgreement.ts'
import type { ComparedRecord } from './comparedRecord.ts'
import { type CompareOptions, type ErrorWeights, leastIou } from './compareOptions.ts'
import { type CuboidFigures, cuboidFigures } from './cuboidFigures.ts'
import { type Confusion, confusionOf, meanOf, type ShapeFigures, shapeFigures } from './figures.ts'
import { type IgnorePlace, withoutIgnored } from './ignored.ts'
import { type MatchedRecords, type MatchingContext, matchRecords, type RecordPair } from './matchRecords.ts'
import { type ComparedLabels, comparePoints, type PointFigures, type PointSegment } from './pointFigures.ts'
import { UNKNOWN_SCALE } from './preparedShape.ts'
import { type TrackFigures, type TrackPair, trackFigures } from './trackFigures.ts'

/** One of the two documents that are compared. */
export interface ComparedSide {
  records: readonly ComparedRecord[]
  /** The labels of a segmentation; null for other types. */
  points: ComparedLabels | null
}

export interface ComparedJob extends IgnorePlace {
  annotationType: AnnotationType
  frameCount: number
  classes: readonly Pick<TagClass, 'classId' | 'name' | 'instantiable' | 'sigmas'>[]
  /** The pixel size of the image in a frame, by camera if there are several; null without an image. */
  imageOf(frame: number, sensorId: string | null): PixelScale | null
}

/** An object in a list of pairs. */
export interface ComparedObject {
  id: string
  /** null: of segments of points. */
  trackId: string | null
  label: string
  /** null for segments of points, which are not in a frame. */
  frame: number | null
  sensorId: string | null
}

export interface ObjectPair {
  a: ComparedObject
  b: ComparedObject
  iou: number | null
  distance: number | null
  likeness: number
  state: 'equal' | 'moved' | 'other_class'
}

export interface ComparisonFigures {
  shapes: ShapeFigures
  /** Panoptic quality by the weights of the options; null without any, and of points. */
  weightedPq: number | null
  /** Mean similarity of matched landmarks, mean chamfer distance of matched lines; null without any. */
  oks: number | null
  chamferPx: number | null
  /** The same of matched polylines and key points in space, in metres. */
  chamferM: number | null
  keypointM: number | null
  cuboids: CuboidFigures | null
  tracks: TrackFigures | null
  points: PointFigures | null
  /** Figures of the boxes on cameras, in addition to the cuboids. */
  rectangles: { shapes: ShapeFigures; byClass: ReadonlyMap<string, ShapeFigures> } | null
  attributes: ReadonlyMap<string, AttributeFigures>
}

export interface ClassComparison {
  shapes: ShapeFigures
  tracks: TrackFigures | null
  /** The figures of points. */
  iou: number | null
}

export interface Comparison {
  /** One number from 0 to 1. */
  score: number
  figures: ComparisonFigures
  byClass: ReadonlyMap<string, ClassComparison>
  confusion: readonly Confusion[]
  pairs: readonly ObjectPair[]
  onlyA: readonly ComparedObject[]
  onlyB: readonly ComparedObject[]
  tracks: readonly TrackPair[]
  /** Something was too large to be matched optimally in time. */
  approximate: boolean
}

const EQUAL = 0.999999

const IN_COMMON_FRAME: readonly string[] = ['solid', ...SPACE_GEOMETRY_KINDS]

/** The facts of a job that matching needs. */
export function matchingContext(
  job: ComparedJob,
  options: CompareOptions,
  isLate: () => boolean,
): MatchingContext & IgnorePlace {
  const sigmas = new Map(job.classes.map((tagClass) => [tagClass.name, tagClass.sigmas ?? null]))
  return {
    egoAt: job.egoAt,
    frameIdOf: job.frameIdOf,
    options,
    isLate,
    hasTracks: rulesOf(job.annotationType).hasFrames,
    scaleOf: ({ frame, sensorId }) => job.imageOf(frame, sensorId) ?? UNKNOWN_SCALE,
    sigmasOf: (label) => sigmas.get(label) ?? null,
  }
}

/**
 * Compares a document `b` with the reference `a`. `isLate` answers whether the time for optimal matching is used up:
 * the rest is matched greedily, and the comparison notes it.
 */
export function compare(
  a: ComparedSide,
  b: ComparedSide,
  job: ComparedJob,
  options: CompareOptions,
  isLate: () => boolean = () => false,
): Comparison {
  const rules = rulesOf(job.annotationType)
  const context = matchingContext(job, options, isLate)
  if (rules.hasLabels) return pointComparison(a, b, job)
  const isMain = ({ shape }: ComparedRecord) =>
    rules.shapes !== 'cuboid_and_cameras' || IN_COMMON_FRAME.includes(shape.type)
  const main = sideMatch(a.records.filter(isMain), b.records.filter(isMain), context)
  const isBeside = (record: ComparedRecord) => !isMain(record)
  const beside =
    rules.shapes === 'cuboid_and_cameras'
      ? sideMatch(a.records.filter(isBeside), b.records.filter(isBeside), { ...context, hasTracks: false })
      : null
  const shapes = shapeFigures(main.matched, options.byClass)
  const tracked = rules.hasFrames
    ? trackFigures(main.a, main.b, main.matched.overlaps, {
        byClass: options.byClass,
        leastIou: (label) => leastIou(options, label),
        isLate,
      })
    : null
  const isScoredByTracks = tracked !== null && (rules.shapes === 'image' || job.frameCount > 1)
  const all = [main.matched, ...(beside ? [beside.matched] : [])]
  const besideFigures = beside && shapeFigures(beside.matched, options.byClass)
  return {
    score: isScoredByTracks ? tracked.all.hota : shapes.all.pq,
    figures: {
      shapes: shapes.all,
      weightedPq: options.weights && weightedQuality(main.matched, options.weights),
      oks: meanOf(pairsOf(main.matched, 'landmark').map(({ likeness }) => likeness)),
      chamferPx: meanDistance(main.matched, 'line'),
      chamferM: meanDistance(main.matched, 'polyline3d'),
      keypointM: meanDistance(main.matched, 'keypoint3d'),
      cuboids: rules.shapes === 'image' ? null : cuboidFigures(main.matched.pairs),
      tracks: tracked?.all ?? null,
      points: null,
      rectangles: besideFigures && { shapes: besideFigures.all, byClass: besideFigures.byClass },
      attributes: attributeAgreement(all.flatMap(({ pairs }) => pairs)),
    },
    byClass: new Map(
      [...shapes.byClass].map(([label, figures]) => [
        label,
        { shapes: figures, tracks: tracked?.byClass.get(label) ?? null, iou: null },
      ]),
    ),
    confusion: confusionOf(all),
    pairs: all.flatMap(({ pairs, otherClass }) => [...pairs, ...otherClass].map(objectPair)).sort(byPlace),
    onlyA: all.flatMap(({ onlyA }) => onlyA),
    onlyB: all.flatMap(({ onlyB }) => onlyB),
    tracks: tracked?.tracks ?? [],
    approximate: all.some(({ approximate }) => approximate) || (tracked?.approximate ?? false),
  }
}

/** Records in an order that does not depend on the one they came in: equal sums are found alike. */
function sideMatch(a: readonly ComparedRecord[], b: readonly ComparedRecord[], context: MatchingContext & IgnorePlace) {
  const { ignore } = context.options
  const counted = ignore ? withoutIgnored(a, b, ignore, context) : { a, b }
  const [sortedA, sortedB] = [counted.a.toSorted(inOrder), counted.b.toSorted(inOrder)]
  return { a: sortedA, b: sortedB, matched: matchRecords(sortedA, sortedB, context) }
}

const inOrder = (one: ComparedRecord, other: ComparedRecord): number =>
  one.frame - other.frame || compareTexts(one.sensorId ?? '', other.sensorId ?? '') || compareTexts(one.id, other.id)

const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)

const byPlace = (one: ObjectPair, other: ObjectPair): number =>
  (one.a.frame ?? 0) - (other.a.frame ?? 0) || compareTexts(one.a.id, other.a.id)

const pairsOf = ({ pairs }: MatchedRecords, type: 'landmark' | 'line' | SpaceGeometryKind): RecordPair[] =>
  pairs.filter(({ a }) => a.shape.type === type)

const meanDistance = (matched: MatchedRecords, type: 'line' | SpaceGeometryKind): number | null =>
  meanOf(pairsOf(matched, type).map(({ distance }) => distance ?? 0))

function objectPair({ a, b, iou, distance, likeness }: RecordPair): ObjectPair {
  const state = a.label !== b.label ? 'other_class' : likeness >= EQUAL ? 'equal' : 'moved'
  return { a, b, iou, distance, likeness, state }
}

function pointComparison(a: ComparedSide, b: ComparedSide, job: ComparedJob): Comparison {
  const nothing = { legend: [], labels: new Uint32Array() }
  const compared = comparePoints(a.points ?? nothing, b.points ?? nothing, job.classes)
  const { shapes, points, byClass, confusion } = compared
  const isPanoptic = job.classes.some(({ instantiable }) => instantiable)
  const object = ({ id, label }: PointSegment): ComparedObject => ({
    id,
    trackId: null,
    label,
    frame: null,
    sensorId: null,
  })
  return {
    score: isPanoptic ? shapes.pq : points.miou,
    figures: {
      shapes,
      weightedPq: null,
      oks: null,
      chamferPx: null,
      chamferM: null,
      keypointM: null,
      cuboids: null,
      tracks: null,
      rectangles: null,
      points,
      attributes: new Map(),
    },
    byClass: new Map(
      [...byClass].map(([label, { iou, ...figures }]) => [label, { shapes: figures, tracks: null, iou }]),
    ),
    confusion,
    pairs: [...compared.pairs, ...compared.otherClass].map(({ a: one, b: other, iou }) => ({
      a: object(one),
      b: object(other),
      iou,
      distance: null,
      likeness: iou,
      state: one.label !== other.label ? 'other_class' : iou >= EQUAL ? 'equal' : 'moved',
    })),
    onlyA: compared.onlyA.map(object),
    onlyB: compared.onlyB.map(object),
    tracks: [],
    approximate: false,
  }
}

/**
 * Panoptic quality over all records, in which each counts by its class and each fault by its kind. With all weights 1
 * it is 2·Σ quality / (|a| + |b|).
 */
function weightedQuality(
  { pairs, otherClass, onlyA, onlyB }: MatchedRecords,
  { classes, missing, extra, moved, otherClass: mistaken }: ErrorWeights,
): number {
  const weightOf = (label: string) => classes.get(label) ?? 1
  let [kept, whole] = [0, 0]
  for (const { a, quality } of pairs) {
    kept += weightOf(a.label) * (1 - moved * (1 - quality))
    whole += weightOf(a.label)
  }
  for (const { label } of onlyA) whole += (weightOf(label) * missing) / 2
  for (const { label } of onlyB) whole += (weightOf(label) * extra) / 2
  for (const { a, b } of otherClass) whole += Math.max(weightOf(a.label), weightOf(b.label)) * mistaken
  return whole === 0 ? 1 : kept / whole
}
