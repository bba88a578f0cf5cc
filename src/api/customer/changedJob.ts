import { Type } from 'typebox'
import type { Fault } from '../../formats/errors/fault.ts'
import { readMetadata } from '../../formats/jobBody/metadata.ts'
import { Metadata } from '../../formats/jobBody/schema.ts'
import { isObject } from '../../formats/jobBody/shape.ts'
import type { JobChanges } from '../../workflow/jobs/manageJob.ts'
import { ApiError } from '../http/apiError.ts'

export const ChangedJob = Type.Object({
  priority_weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  metadata: Type.Optional(Metadata),
})

/** Reads `{priority_weight?, metadata?}`, of which at least one is there. */
export function readJobChange(body: unknown): JobChanges {
  if (!isObject(body)) throw new ApiError('GE_0001', 'the body has to be a JSON object')
  const { priority_weight: weight, metadata } = body
  return {
    ...(weight !== undefined || metadata === undefined ? { priorityWeight: readPriority(weight) } : {}),
    ...(metadata === undefined ? {} : { metadata: readWhole(metadata) }),
  }
}

function readWhole(value: unknown) {
  const read = readMetadata(value)
  if ('metadata' in read) return read.metadata
  throw invalidMetadata(read.faults)
}

const invalidMetadata = (failures: readonly Fault[]) =>
  new ApiError('GE_0002', `metadata is not valid: ${failures.map(({ field }) => field).join(', ')}`, { failures })

function readPriority(weight: unknown): number {
  if (typeof weight === 'number' && Number.isInteger(weight) && weight >= 1 && weight <= 10) return weight
  const type = weight === undefined ? 'MISSING' : typeof weight === 'number' ? 'OUT_OF_RANGE' : 'INVALID_TYPE'
  throw new ApiError('FS_0012', 'priority_weight is an integer from 1 to 10', {
    failures: [{ field: 'priority_weight', type }],
  })
}
