import { parseJson } from '../../json/text.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { makeDataCheck } from './data.ts'
import type { JobInput } from './input.ts'
import type { JobDataWire, KeptSensor } from './wire.ts'

export interface StoredJobInput {
  input: JobInput
  /** As parsed from the received bytes, for the parts that results repeat. */
  data: JobDataWire
  /** As sent with the job, and validated once its files are known; undefined if none was sent. */
  prediction: unknown
}

const checkData = makeDataCheck(Number.MAX_SAFE_INTEGER)

/**
 * Reads the bytes of a job that was accepted. They passed every check then; limits that were tightened since do not
 * apply to them. Throws when they do not read back, which would be a fault of the service.
 */
export function readStoredJob(
  body: Uint8Array,
  annotationType: AnnotationType,
  keptSensors: Record<string, object> | null,
): StoredJobInput {
  const { data, prediction } = parseJson(body) as { data: JobDataWire; prediction?: unknown }
  const kept = new Map(Object.entries(keptSensors ?? {})) as Map<string, KeptSensor>
  const checked = checkData(data, { annotationType, keptSensors: kept, checkUrl: () => null })
  if ('input' in checked) return { input: checked.input, data, prediction: prediction ?? undefined }
  throw new Error(`an accepted job does not read back: ${checked.failures[0]?.field} ${checked.failures[0]?.type}`)
}
