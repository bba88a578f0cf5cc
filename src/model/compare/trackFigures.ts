import type { ComparedRecord } from './comparedRecord.ts'
import type { RecordPair } from './matchRecords.ts'
import { clearFigures } from './tracking/clear.ts'
import { hotaFigures } from './tracking/hota.ts'
import { identityFigures } from './tracking/identity.ts'
import { stepsById, type TrackingSequence } from './tracking/sequence.ts'

/** How well objects were followed, by TrackEval's definitions. */
export interface TrackFigures {
  /** Luiten 2021, the mean over 19 thresholds; so are its two factors. */
  hota: number
  detA: number
  assA: number
  idf1: number
  mota: number
  idSwitches: number
}

/** An object of the reference and its partner in most of its frames; null if it has none. */
export interface TrackPair {
  a: string | null
  b: string | null
  label: string
  framesA: number
  framesB: number
  /** Frames in which they are alike. */
  framesBoth: number
}

export interface ComparedTracks {
  all: TrackFigures
  byClass: Map<string, TrackFigures>
  tracks: TrackPair[]
  approximate: boolean
}

const NOTHING: TrackFigures = { hota: 1, detA: 1, assA: 1, idf1: 1, mota: 1, idSwitches: 0 }

interface TrackOptions {
  byClass: boolean
  leastIou(label: string): number
  isLate(): boolean
}

/** Figures are means over the classes that are there, identity switches their sum. */
export function trackFigures(
  a: readonly ComparedRecord[],
  b: readonly ComparedRecord[],
  overlaps: readonly RecordPair[],
  { byClass, leastIou, isLate }: TrackOptions,
): ComparedTracks {
  const groupOf = ({ label }: ComparedRecord) => (byClass ? label : '')
  const [ofA, ofB] = [Map.groupBy(a, groupOf), Map.groupBy(b, groupOf)]
  const pairs = Map.groupBy(overlaps, (pair) => groupOf(pair.a))
  const figures = new Map<string, TrackFigures>()
  const tracks: TrackPair[] = []
  let approximate = false
  for (const label of [...new Set([...ofA.keys(), ...ofB.keys()])].sort()) {
    const least = leastIou(label)
    const sequence = sequenceOf(ofA.get(label) ?? [], ofB.get(label) ?? [], pairs.get(label) ?? [])
    const hota = hotaFigures(sequence, isLate)
    const identity = identityFigures(sequence, least, isLate)
    const clear = clearFigures(sequence, least, isLate)
    approximate ||= hota.approximate || identity.approximate || clear.approximate
    figures.set(label, { ...hota.figures, idf1: identity.idf1, ...clear.figures })
    tracks.push(...trackPairs(sequence, identity.pairs, label))
  }
  return { all: meansOf([...figures.values()]), byClass: byClass ? figures : new Map(), tracks, approximate }
}

function meansOf(classes: readonly TrackFigures[]): TrackFigures {
  if (classes.length === 0) return NOTHING
  const mean = (key: keyof TrackFigures) => classes.reduce((sum, figures) => sum + figures[key], 0) / classes.length
  const idSwitches = classes.reduce((sum, figures) => sum + figures.idSwitches, 0)
  return {
    hota: mean('hota'),
    detA: mean('detA'),
    assA: mean('assA'),
    idf1: mean('idf1'),
    mota: mean('mota'),
    idSwitches,
  }
}

/** By frame and sensor: the tracks on each side by number, and their similarities. */
function sequenceOf(
  a: readonly ComparedRecord[],
  b: readonly ComparedRecord[],
  overlaps: readonly RecordPair[],
): TrackingSequence {
  const [idsA, idsB] = [numberedTracks(a), numberedTracks(b)]
  const steps = new Map<string, TrackingSequence['steps'][number]>()
  const stepOf = ({ frame, sensorId }: ComparedRecord) => {
    const key = `${frame} ${sensorId ?? ''}`
    const step = steps.get(key) ?? { a: [], b: [], similar: [] }
    steps.set(key, step)
    return step
  }
  const places = [...a, ...b].sort((one, other) => one.frame - other.frame)
  for (const record of places) stepOf(record)
  for (const record of a) stepOf(record).a.push(idsA.numberOf(record))
  for (const record of b) stepOf(record).b.push(idsB.numberOf(record))
  for (const pair of overlaps) {
    const similarity = pair.iou ?? pair.likeness
    const place = { a: idsA.numberOf(pair.a), b: idsB.numberOf(pair.b) }
    if (similarity > 0) stepOf(pair.a).similar.push({ ...place, similarity })
  }
  return { steps: [...steps.values()], idsA: idsA.ids, idsB: idsB.ids }
}

function numberedTracks(records: readonly ComparedRecord[]) {
  const ids = [...new Set(records.map(({ trackId }) => trackId))].sort()
  const numbers = new Map(ids.map((id, number) => [id, number]))
  return { ids, numberOf: ({ trackId }: ComparedRecord) => numbers.get(trackId) ?? 0 }
}

function trackPairs(
  { idsA, idsB, steps }: TrackingSequence,
  pairs: readonly { a: number; b: number; frames: number }[],
  label: string,
): TrackPair[] {
  const [stepsA, stepsB] = [stepsById(steps, 'a', idsA.length), stepsById(steps, 'b', idsB.length)]
  const [takenA, takenB] = [new Set(pairs.map(({ a }) => a)), new Set(pairs.map(({ b }) => b))]
  const both = pairs.map(({ a, b, frames: framesBoth }) => ({
    a: idsA[a],
    b: idsB[b],
    label,
    framesBoth,
    framesA: stepsA[a],
    framesB: stepsB[b],
  }))
  const missing = idsA.flatMap((id, a) =>
    takenA.has(a) ? [] : [{ a: id, b: null, label, framesA: stepsA[a], framesB: 0, framesBoth: 0 }],
  )
  const extra = idsB.flatMap((id, b) =>
    takenB.has(b) ? [] : [{ a: null, b: id, label, framesA: 0, framesB: stepsB[b], framesBoth: 0 }],
  )
  return [...both, ...missing, ...extra]
}
