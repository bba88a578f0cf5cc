import type { AnnotationType } from '../../model/annotationType.ts'
import type { JobMetadata } from '../../model/jobMetadata.ts'
import { type ErrorCode, firstCode, MAX_FAILURES } from '../errors/codes.ts'
import { type Fault, faultAt, faultText } from '../errors/fault.ts'
import { schemaCheck } from '../json/schemaFailures.ts'
import type { DataCheck, DataRules } from './data.ts'
import { urlFault } from './frameRules.ts'
import type { JobInput } from './input.ts'
import { readMetadata } from './metadata.ts'
import { JobEnvelope } from './schema.ts'
import type { Warning } from './sensorRules.ts'
import { DATA_WORDS, isObject } from './shape.ts'

export interface JobBody {
  referenceId: string
  tag: string
  batchId: string | null
  priorityWeight: number
  callbackUrl: string | null
  /** As sent; the code that stores the job validates it against the tag. */
  prediction: Record<string, unknown> | null
  input: JobInput
  /** Empty if none was sent, or if it exceeds the limits, which gives a warning. */
  metadata: JobMetadata
  warnings: Warning[]
}

export interface JobRules extends Omit<DataRules, 'annotationType'> {
  /** The type of a tag of the project; undefined for an unknown tag. */
  annotationTypeOf(tag: string): AnnotationType | undefined
  /** Offline the tags are unknown: any tag is accepted, and the shape alone decides the kind. */
  tagsAreUnknown?: boolean
}

export interface Refusal {
  code: ErrorCode
  failures: Fault[]
  message: string
}

const CODE_OF_KEY: Readonly<Record<string, ErrorCode>> = {
  reference_id: 'FS_0002',
  tag: 'FS_0005',
  batch_id: 'GE_0001',
  priority_weight: 'FS_0012',
  callback_url: 'GE_0002',
  prediction: 'GE_0002',
  data: 'FS_0003',
}

const envelope = schemaCheck(JobEnvelope)

/** Validates a parsed job body: the job, or every failure with the code of the first row of the table. */
export function checkJobBody(body: unknown, rules: JobRules, checkData: DataCheck): JobBody | Refusal {
  if (!isObject(body)) return { code: 'GE_0001', failures: [], message: 'a job is a JSON object' }
  const whole = envelope.accepts(body) ? body : null
  let failures = whole ? [] : envelope.failures(body)
  const fieldsAtFault = new Set(failures.map((failure) => failure.field))
  const tag = Object.hasOwn(body, 'tag') && !fieldsAtFault.has('tag') ? String(body.tag) : null
  const annotationType = tag === null ? undefined : rules.annotationTypeOf(tag)
  if (tag !== null && annotationType === undefined && !rules.tagsAreUnknown)
    failures.push(faultAt('tag', 'UNKNOWN', 'the name of a tag of the project', tag))
  const callbackUrl = body.callback_url ?? null
  if (typeof callbackUrl === 'string') {
    const type = rules.checkUrl(callbackUrl)
    if (type) failures.push(urlFault('callback_url', type, callbackUrl))
  }
  const codes = failures.map((failure) => CODE_OF_KEY[failure.field.split(/[.[]/)[0]] ?? 'GE_0002')
  const data = Object.hasOwn(body, 'data') ? body.data : undefined
  let input: JobInput | undefined
  let warnings: Warning[] = []
  if (data === undefined || data === null || (isObject(data) && Object.keys(data).length === 0)) {
    failures.push(faultAt('data', 'MISSING', DATA_WORDS, data === null ? null : data && 'an object without members'))
    codes.push('FS_0004')
  } else {
    const checked = checkData(data, { ...rules, annotationType: annotationType ?? null })
    if ('input' in checked) ({ input, warnings } = checked)
    else {
      failures = failures.concat(checked.failures)
      codes.push('FS_0003')
    }
  }
  if (failures.length > 0 || !input || tag === null || !whole) return refusal(firstCode(codes), failures)
  const described = readMetadata(body.metadata)
  const isIgnored = 'faults' in described
  return {
    referenceId: whole.reference_id,
    tag,
    batchId: whole.batch_id ?? null,
    priorityWeight: whole.priority_weight ?? 5,
    callbackUrl: whole.callback_url ?? null,
    prediction: whole.prediction ?? null,
    input,
    metadata: isIgnored ? {} : described.metadata,
    warnings: isIgnored ? [...warnings, { field: 'metadata', type: 'METADATA_IGNORED' }] : warnings,
  }
}

/** A refusal whose message says what was expected in its first fields. */
export function refusal(code: ErrorCode, faults: readonly Fault[]): Refusal {
  return {
    code,
    failures: faults.slice(0, MAX_FAILURES),
    message: `the request is not valid: ${faultText(faults)}`,
  }
}
