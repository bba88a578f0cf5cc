import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import { isObject } from '../../formats/jobBody/shape.ts'
import type { AnnotationType } from '../../model/annotationType.ts'

/**
 * What can be said of a prediction before the job's files are known: its shape. The rest is checked when the files are
 * there, as that of one put later.
 */
export function predictionFault(prediction: Record<string, unknown>, annotationType: AnnotationType): Fault | null {
  if (!isObject(prediction.data))
    return faultAt(
      'prediction.data',
      prediction.data === undefined ? 'MISSING' : 'INVALID_TYPE',
      'an object',
      prediction.data,
    )
  const { type } = prediction
  return type !== undefined && type !== annotationType
    ? faultAt('prediction.type', 'INVALID_VALUE', annotationType, type)
    : null
}
