import { type CandidateComparison, compareCandidates } from '../../../model/compare/candidates.ts'
import {
  type ComparedJob,
  type ComparedObject,
  type ComparedSide,
  type Comparison,
  compare,
} from '../../../model/compare/compare.ts'
import { type ComparedRecord, comparedRecords } from '../../../model/compare/comparedRecord.ts'
import { DEFAULT_COMPARE_OPTIONS } from '../../../model/compare/compareOptions.ts'
import type { OverlayObject, OverlaySide } from '../../document/openOverlay.ts'
import type { ComparedPlace, LaidWork, OverlayReply, OverlayRequest } from './compareMessages.ts'

/** After this time, the rest is matched greedily. */
const EXACT_MS = 30_000

/** Compares the documents, and says of each object what there is to draw. */
export function overlayOf({ place, works, isChoice }: OverlayRequest): OverlayReply {
  const endMs = performance.now() + EXACT_MS
  const isLate = () => performance.now() > endMs
  const job = jobOf(place, works[0])
  const sides = works.map((work) => sideOf(work, place))
  if (isChoice) {
    const compared = compareCandidates(sides, job, isLate)
    const { score, medoid } = compared
    return { score, medoid, comparison: null, objects: choices(compared, sides) }
  }
  const comparison = compare(sides[0], sides[1], job, DEFAULT_COMPARE_OPTIONS, isLate)
  const { score, figures, approximate } = comparison
  return { score, medoid: null, comparison: { figures, approximate }, objects: differences(comparison, sides) }
}

const jobOf = ({ tag, frames }: ComparedPlace, { document }: LaidWork): ComparedJob => ({
  annotationType: tag.annotationType,
  frameCount: document.frameCount,
  classes: tag.classes,
  imageOf: (frame) => frames[frame]?.image ?? null,
  // Regions that are ignored need these; here everything counts.
  egoAt: () => null,
  frameIdOf: () => null,
})

const sideOf = ({ document, labels }: LaidWork, place: ComparedPlace): ComparedSide => ({
  records: comparedRecords(document, place),
  points: labels && { legend: document.legend, labels },
})

const placeOf = ({ id, frame, sensorId }: Pick<ComparedRecord, 'id' | 'sensorId'> & { frame: number | null }) =>
  `${frame}/${sensorId}/${id}`

const drawn = ({ trackId, label, shape }: ComparedRecord): OverlaySide => ({ trackId, label, shape })

function differences({ pairs, onlyA, onlyB }: Comparison, [a, b]: readonly ComparedSide[]): OverlayObject[] {
  const [inA, inB] = [a, b].map(({ records }) => new Map(records.map((record) => [placeOf(record), record])))
  const side = (records: ReadonlyMap<string, ComparedRecord>, object: ComparedObject): OverlaySide => {
    const record = records.get(placeOf(object))
    return record ? drawn(record) : { trackId: object.id, label: object.label, shape: null }
  }
  const at = ({ frame, sensorId }: ComparedObject) => ({ frame: frame ?? 0, sensorId })
  const objects: OverlayObject[] = [
    ...pairs.map(({ a: one, b: other, state, likeness }) => ({
      id: `${placeOf(one)} ${placeOf(other)}`,
      state,
      likeness,
      ...at(one),
      sides: [side(inA, one), side(inB, other)],
    })),
    ...onlyA.map((one) => ({
      id: `a ${placeOf(one)}`,
      state: 'missing' as const,
      likeness: null,
      ...at(one),
      sides: [side(inA, one), null],
    })),
    ...onlyB.map((one) => ({
      id: `b ${placeOf(one)}`,
      state: 'extra' as const,
      likeness: null,
      ...at(one),
      sides: [null, side(inB, one)],
    })),
  ]
  return objects.toSorted((one, other) => one.frame - other.frame)
}

/** What the documents do not have alike: of a track that differs in several frames the first one. */
function choices({ differences: found }: CandidateComparison, sides: readonly ComparedSide[]): OverlayObject[] {
  const records = sides.map((side) => new Map(side.records.map((record) => [record.id, record])))
  const objects = new Map<string, OverlayObject>()
  for (const { objects: ids, state } of found) {
    const there = ids.map((id, i) => (id === null ? null : (records[i].get(id) ?? null)))
    const first = there.find((record) => record !== null)
    if (!first) continue
    const id = there.map((record) => record?.trackId ?? '').join(' ')
    const known = objects.get(id)
    if (known && known.frame <= first.frame) continue
    const { frame, sensorId } = first
    objects.set(id, { id, state, frame, sensorId, likeness: null, sides: there.map((one) => one && drawn(one)) })
  }
  return [...objects.values()].toSorted((one, other) => one.frame - other.frame)
}
