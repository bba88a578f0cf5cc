import { isOneRecord } from '../../model/annotationTypes/rulesOf.ts'
import type { Verb } from '../../model/assistants/assistant.ts'
import { classById } from '../../model/tag.ts'
import type { JobContext } from '../results/jobContext.ts'
import { isJsonObject, type JsonObject, own } from '../results/read.ts'
import { parseSubmission } from '../results/submission.ts'
import { AnswerFault, listAt, objectAt, scoreAt, textAt } from './answerFault.ts'
import { labelRecords, readLabelPoints } from './labelAnswer.ts'
import { looseText } from './loose.ts'
import { dataOfRecords, MAX_RECORDS, type Proposed, recordsOfData } from './proposed.ts'
import { isStop, readFit, readSegment } from './shapeAnswer.ts'

/** What an assistant answered, checked as what people hand in is. */
export interface ReadAnswer {
  proposed: Proposed[]
  stoppedAt: JsonObject[]
  findings: ReviewFinding[]
}

export interface ReviewFinding {
  text: string
  severity: (typeof SEVERITIES)[number]
  track_id?: string
  frame_id?: string
  sensor_id?: string
  place?: unknown
  score?: number | null
}

const SEVERITIES = ['info', 'warning', 'error'] as const
const MAX_TEXT = 2000

export interface AnswerContext {
  job: JobContext
  /** The input of the request. */
  input: JsonObject
  /** Classes of tracks that are there, by track_id: `track` may leave the label out. */
  labels: ReadonlyMap<string, string>
  newId: () => string
}

/** @throws AnswerFault */
export function readAssistantAnswer(verb: Verb, answer: unknown, context: AnswerContext): ReadAnswer {
  const given = objectAt(answer, 'the answer')
  const made = { proposed: [], stoppedAt: [], findings: [], ...READERS[verb](given, context) }
  if (made.proposed.length > MAX_RECORDS)
    throw new AnswerFault(`${made.proposed.length} records: at most ${MAX_RECORDS} are taken`, 'TOO_MANY')
  return made
}

const READERS: Readonly<Record<Verb, (answer: JsonObject, context: AnswerContext) => Partial<ReadAnswer>>> = {
  predict: readPredict,
  segment: (answer, context) => ({ proposed: checked([readSegment(answer, placeOf(context))], context) }),
  fit(answer, context) {
    if (answer.cuboid === null) return {}
    return { proposed: checked([readFit(answer, placeOf(context))], context) }
  },
  track: readTrack,
  label_points: (answer, { job, newId }) => ({
    proposed: readLabelPoints(answer, job.tag, job.pointCount ?? 0, newId),
  }),
  review: (answer) => ({ findings: listAt(answer.findings, 'findings').map(readFinding) }),
}

const placeOf = ({ job, input, newId }: AnswerContext) => ({
  tag: job.tag,
  label: textAt(input.label, 'input.label'),
  frameId: isOneRecord(job.tag.annotationType) ? null : textAt(input.frame_id, 'input.frame_id'),
  newId,
})

function readPredict(answer: JsonObject, context: AnswerContext): Partial<ReadAnswer> {
  const { job, newId } = context
  const data = objectAt(answer.data, 'data')
  const read = parseSubmission(job, data, { newId, defaultSource: 'machine', mayLeaveUnanswered: true })
  if ('failures' in read) throw faultOf(read.failures)
  if (read.labelsUrl !== null) throw new AnswerFault('data.url: labels stand in the answer itself')
  const proposed = read.labels
    ? labelRecords(read.labels, read.document.legend, job.tag, newId)
    : recordsOfData(job.tag.annotationType, data, newId)
  const answers = Array.from(read.document.jobAttributes, ([attribute, value]): Proposed => {
    return { record: { _id: newId(), attribute, value }, score: null }
  })
  return { proposed: [...withScores(proposed, answer.scores, givenIds(data, job)), ...answers] }
}

/** Scores by place or by `_id`. */
function withScores(proposed: readonly Proposed[], scores: unknown, ids: readonly unknown[]): Proposed[] {
  if (scores === undefined || scores === null) return [...proposed]
  if (Array.isArray(scores)) {
    if (scores.length !== ids.length)
      throw new AnswerFault(`scores: ${ids.length} were expected, one a record; ${scores.length} came`)
    const byId = new Map(ids.map((id, index) => [id, scoreAt(scores[index], `scores[${index}]`)]))
    return proposed.map((one, index) => ({
      ...one,
      score: byId.get(one.record._id) ?? scoreAt(proposed.length === scores.length ? scores[index] : null, 'scores'),
    }))
  }
  const named = objectAt(scores, 'scores')
  return proposed.map((one) => ({ ...one, score: scoreAt(own(named, String(one.record._id)), 'scores') }))
}

/** `_id`s of the records of `data` in document order, undefined where one was left out. */
function givenIds(data: JsonObject, job: JobContext): unknown[] {
  const groups = isOneRecord(job.tag.annotationType) ? data.annotations : data.annotation_data
  if (!isJsonObject(groups)) return []
  if (!isOneRecord(job.tag.annotationType)) return idsIn(groups.annotations)
  return Object.values(groups).flatMap(idsIn)
}

const idsIn = (list: unknown): unknown[] =>
  Array.isArray(list) ? list.map((record) => (isJsonObject(record) ? record._id : undefined)) : []

/** Records of existing objects in other frames; a missing label is that of the object. */
function readTrack(answer: JsonObject, context: AnswerContext): Partial<ReadAnswer> {
  const { job, labels, newId } = context
  const records = listAt(answer.records, 'records').map((given, index) => {
    const record = objectAt(given, `records[${index}]`)
    const label = record.label ?? labels.get(looseText(record.track_id))
    return { ...record, label }
  })
  const data = { annotation_data: { annotations: records } }
  const proposed = checked(recordsOfData(job.tag.annotationType, data, newId), context)
  return {
    proposed: withScores(proposed, answer.scores, idsIn(records)),
    stoppedAt: listAt(answer.stopped_at ?? [], 'stopped_at').filter(isStop),
  }
}

function readFinding(given: unknown, index: number): ReviewFinding {
  const path = `findings[${index}]`
  const finding = objectAt(given, path)
  const severity = SEVERITIES.find((word) => word === (finding.severity ?? 'warning'))
  if (!severity) throw new AnswerFault(`${path}.severity: ${SEVERITIES.join(', ')} were expected`)
  const { track_id, frame_id, sensor_id, place } = finding
  return {
    text: textAt(finding.text, `${path}.text`).slice(0, MAX_TEXT),
    severity,
    ...(typeof track_id === 'string' && { track_id }),
    ...(typeof frame_id === 'string' && { frame_id }),
    ...(typeof sensor_id === 'string' && { sensor_id }),
    ...(place !== undefined && { place }),
    score: scoreAt(finding.score, `${path}.score`),
  }
}

/** @throws AnswerFault unless they could be handed in */
function checked(proposed: Proposed[], { job, newId }: AnswerContext): Proposed[] {
  const data = dataOfRecords(job.tag.annotationType, proposed)
  const read = parseSubmission(job, data, { newId, defaultSource: 'machine', mayLeaveUnanswered: true })
  if ('failures' in read) throw faultOf(read.failures)
  return proposed
}

function faultOf(failures: readonly { field: string; type: string; expected?: string }[]): AnswerFault {
  const [{ field, type, expected }] = failures
  const more = failures.length > 1 ? ` and ${failures.length - 1} more` : ''
  return new AnswerFault(`${field} (${type}${expected ? `; expected: ${expected}` : ''})${more}`)
}

/** Names of the classes of a document's tracks, for `track`. */
export function labelsOfTracks(
  tracks: Iterable<{ id: string; classId: string }>,
  tag: Parameters<typeof classById>[0],
): Map<string, string> {
  const classes = classById(tag)
  return new Map(Array.from(tracks, ({ id, classId }) => [id, classes.get(classId)?.name ?? '']))
}
