import { isObject } from '../../formats/jobBody/shape.ts'
import type { Tag } from '../../model/tag.ts'
import { ApiError } from '../http/apiError.ts'

/**
 * What can be said of a prediction before the job's files are known: its shape. The rest is judged when the files are
 * there, as that of one put later.
 */
export function refusePrediction(prediction: Record<string, unknown>, tag: Tag): void {
  if (!isObject(prediction.data))
    throw invalid('prediction.data', prediction.data === undefined ? 'MISSING' : 'INVALID_TYPE')
  const type = prediction.type
  if (type !== undefined && type !== tag.operation) throw invalid('prediction.type', 'INVALID_VALUE')
}

function invalid(field: string, type: 'MISSING' | 'INVALID_TYPE' | 'INVALID_VALUE'): ApiError {
  return new ApiError('GE_0002', `the request is not valid: ${field} (${type})`, { failures: [{ field, type }] })
}
