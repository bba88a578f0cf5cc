import type { FiducialError } from '../client/fiducialError.ts'
import type { Failure } from '../client/types/jobs.ts'

const SHOWN = 50

/** A line for each place that is at fault. */
export function failureLines(failures: readonly Failure[]): string {
  const shown = failures.slice(0, SHOWN).map(({ field, type }) => `  ${type}  ${field}\n`)
  const rest = failures.length - shown.length
  return shown.join('') + (rest > 0 ? `  … and ${rest} more (--json shows all)\n` : '')
}

export function refusalText(error: FiducialError): string {
  const details = [
    error.code,
    error.status ? `HTTP ${error.status}` : '',
    error.requestId ? `request ${error.requestId}` : '',
  ]
  return `${error.message} (${details.filter(Boolean).join(', ')})\n${failureLines(error.failures)}`
}

/** The same for programs. */
export function refusalJson({ status, code, message, requestId, failures, metaData }: FiducialError) {
  return {
    success: false,
    error: { status, code, message, request_id: requestId, meta_data: { ...metaData, failures } },
  }
}
