import { createHash } from 'node:crypto'
import { findAccessRule } from '../../egress/accessRules.ts'
import { parseAllowNetworks } from '../../egress/address.ts'
import { checkUrl } from '../../egress/target.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { fileIdOf, isFileAddress } from '../../formats/files/fileAddress.ts'
import { type DataCheck, makeDataCheck } from '../../formats/jobBody/data.ts'
import { frameCount, inputFiles, type JobInput } from '../../formats/jobBody/input.ts'
import { checkJobBody, type JobRules, type Refusal, refusal } from '../../formats/jobBody/jobBody.ts'
import { DATA_WORDS, isObject } from '../../formats/jobBody/shape.ts'
import type { KeptSensor } from '../../formats/jobBody/wire.ts'
import { textFaults } from '../../formats/json/textFaults.ts'
import { JsonTextError } from '../../json/jsonTextError.ts'
import { parseJson } from '../../json/text.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { MAX_JOB_VALUES } from '../../model/limits.ts'
import type { NamedUpload } from '../../workflow/files/files.ts'
import type { DataFacts, JobBodyFacts } from '../../workflow/jobs/jobBodyFacts.ts'
import { predictionFault } from './prediction.ts'

/** What the checks of a body have to know of its project and the service, in a form that threads can be handed. */
export interface PlainRules {
  /** The type of each tag. */
  annotationTypes: ReadonlyMap<string, AnnotationType>
  keptSensors: ReadonlyMap<string, KeptSensor>
  /** Places that the project's access rules open. */
  accessMatches: readonly string[]
  /** In the form of the setting ALLOW_NETWORKS. */
  allowNetworks: string
  maxFrames: number
}

export type JobReading = { job: JobBodyFacts } | { refusal: Refusal; unknownTag: string | null }

const dataChecks = new Map<number, DataCheck>()

/** Parses and checks a job body by itself. */
export function readJobBody(bytes: Uint8Array, rules: PlainRules, withUrls = false): JobReading {
  const parsed = parsedJob(bytes)
  return 'refusal' in parsed ? { ...parsed, unknownTag: null } : checkParsedJob(parsed.value, bytes, rules, withUrls)
}

export function parsedJob(bytes: Uint8Array): { value: unknown } | { refusal: Refusal } {
  try {
    return { value: parseJson(bytes, MAX_JOB_VALUES) }
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    return { refusal: { code: 'GE_0001', failures: textFaults(error), message: error.message } }
  }
}

export function checkParsedJob(body: unknown, bytes: Uint8Array, rules: PlainRules, withUrls = false): JobReading {
  const checked = checkJobBody(body, jobRules(rules), dataCheck(rules.maxFrames))
  if ('code' in checked) return { refusal: checked, unknownTag: unknownTag(body, rules) }
  const annotationType = rules.annotationTypes.get(checked.tag)
  if (!annotationType) throw new Error(`the tag ${checked.tag} was accepted without being known`)
  const { referenceId, tag, batchId, priorityWeight, callbackUrl, prediction, input, metadata, warnings } = checked
  const job: JobBodyFacts = {
    referenceId,
    tag,
    annotationType,
    batchId,
    priorityWeight,
    callbackUrl,
    predictionFault: prediction && predictionFault(prediction, annotationType),
    frames: frameCount(input),
    metadata,
    warnings,
    usedSensors: usedSensors(input, rules.keptSensors),
    payloadSha256: createHash('sha256').update(bytes).digest(),
    uploads: [...uploadsOf(input), ...labelsUpload(prediction)],
    urls: withUrls ? inputFiles(input).map((file) => file.url) : [],
  }
  return { job }
}

export type CorrectionReading = { data: DataFacts | null } | { refusal: Refusal }

/** Reads `{data?}` for the retry of a failed job; `data: null` if it has none. */
export function readCorrection(
  bytes: Uint8Array,
  rules: PlainRules,
  annotationType: AnnotationType,
): CorrectionReading {
  const parsed = parsedJob(bytes)
  if ('refusal' in parsed) return parsed
  if (!isObject(parsed.value))
    return { refusal: { code: 'GE_0001', failures: [], message: 'the body must be a JSON object' } }
  const { data } = parsed.value
  if (data === undefined) return { data: null }
  if (isObject(data) && Object.keys(data).length === 0)
    return { refusal: refusal('FS_0004', [faultAt('data', 'MISSING', DATA_WORDS, 'an object without members')]) }
  const checked = dataCheck(rules.maxFrames)(data, { ...jobRules(rules), annotationType })
  if ('failures' in checked) return { refusal: refusal('FS_0003', checked.failures) }
  const { input, warnings } = checked
  return {
    data: {
      frames: frameCount(input),
      warnings,
      usedSensors: usedSensors(input, rules.keptSensors),
      uploads: uploadsOf(input),
    },
  }
}

function dataCheck(maxFrames: number): DataCheck {
  const known = dataChecks.get(maxFrames) ?? makeDataCheck(maxFrames)
  dataChecks.set(maxFrames, known)
  return known
}

function jobRules({ annotationTypes: operations, keptSensors, accessMatches, allowNetworks }: PlainRules): JobRules {
  const allowed = parseAllowNetworks(allowNetworks)
  const accessRules = accessMatches.map((match) => ({ match, headers: {} }))
  return {
    annotationTypeOf: (tag) => operations.get(tag),
    keptSensors,
    checkUrl: (url) => {
      if (isFileAddress(url)) return fileIdOf(url) === null ? 'INVALID_URL' : null
      return checkUrl(url, { allowNetworks: allowed, s3Allowed: findAccessRule(url, accessRules) !== null })
    },
  }
}

const uploadsOf = (input: JobInput): NamedUpload[] =>
  inputFiles(input).flatMap(({ field, url }) => (isFileAddress(url) ? [{ field, url }] : []))

/** A labelled point cloud of a prediction. */
function labelsUpload(prediction: Record<string, unknown> | null): NamedUpload[] {
  const url = prediction && isObject(prediction.data) ? prediction.data.url : undefined
  return typeof url === 'string' && isFileAddress(url) ? [{ field: 'prediction.data.url', url }] : []
}

/** Another process may have created the tag a moment ago, so it is looked up again. */
function unknownTag(body: unknown, { annotationTypes: operations }: PlainRules): string | null {
  const tag = isObject(body) ? body.tag : undefined
  return typeof tag === 'string' && !operations.has(tag) ? tag : null
}

function usedSensors(input: JobInput, kept: ReadonlyMap<string, KeptSensor>): Record<string, KeptSensor> | null {
  if (kept.size === 0 || input.kind === 'image' || input.kind === 'video') return null
  const used = input.sensors.flatMap(({ id }): [string, KeptSensor][] => {
    const sensor = kept.get(id)
    return sensor ? [[id, sensor]] : []
  })
  return used.length > 0 ? Object.fromEntries(used) : null
}
