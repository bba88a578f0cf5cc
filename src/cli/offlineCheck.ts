import { fileIdOf, isFileAddress } from '../formats/files/fileAddress.ts'
import { makeDataCheck } from '../formats/jobBody/data.ts'
import type { UrlCheck } from '../formats/jobBody/frameRules.ts'
import { checkJobBody } from '../formats/jobBody/jobBody.ts'
import { isObject } from '../formats/jobBody/shape.ts'

/** The service's default; a service may have another setting. */
const MAX_FRAMES = 5000

export interface OfflineVerdict {
  reference_id: string | null
  valid: boolean
  code: string | null
  message: string | null
  failures: readonly { field: string; type: string }[]
  warnings: readonly { field: string; type: string }[]
}

const checkData = makeDataCheck(MAX_FRAMES)

/** What the service would say to a job body by looking at it alone, not knowing the project's tags. */
export function checkOffline(body: unknown): OfflineVerdict {
  const rules = { annotationTypeOf: () => undefined, tagsAreUnknown: true, keptSensors: new Map(), checkUrl }
  const checked = checkJobBody(body, rules, checkData)
  const referenceId = isObject(body) && typeof body.reference_id === 'string' ? body.reference_id : null
  const verdict = { reference_id: referenceId }
  if ('failures' in checked) {
    const { code, message } = checked
    return { ...verdict, valid: false, code, message, failures: checked.failures, warnings: [] }
  }
  return { ...verdict, valid: true, code: null, message: null, failures: [], warnings: checked.warnings }
}

/** Each service decides which private addresses it may reach, so offline only the syntax is checked. */
const checkUrl: UrlCheck = (text) => {
  if (isFileAddress(text)) return fileIdOf(text) === null ? 'INVALID_URL' : null
  if (!URL.canParse(text)) return 'INVALID_URL'
  const { protocol, username, password, hostname } = new URL(text)
  const isPlain = username === '' && password === '' && hostname !== ''
  return isPlain && ['http:', 'https:', 's3:'].includes(protocol) ? null : 'INVALID_URL'
}
