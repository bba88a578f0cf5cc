import { MOST_ANNOTATORS } from '../../contract/jobs.ts'
import { type Fault, faultAt, faultText } from '../../formats/errors/fault.ts'
import { readMetadata } from '../../formats/jobBody/metadata.ts'
import { isObject } from '../../formats/jobBody/shape.ts'
import type { JobChanges } from '../../workflow/jobs/manageJob.ts'
import { ApiError } from '../http/apiError.ts'

/** Reads `{priority_weight?, metadata?, consensus_annotators?}`, of which at least one is there. */
export function readJobChange(body: unknown, mayChangeChecks: boolean): JobChanges {
  if (!isObject(body)) throw new ApiError('GE_0001', 'the body must be a JSON object')
  const { priority_weight: weight, metadata, consensus_annotators: annotators } = body
  if (annotators !== undefined && !mayChangeChecks)
    throw new ApiError('unauthorized', 'only the operator and managers change the number of annotators')
  const isAlone = metadata === undefined && annotators === undefined
  return {
    ...(annotators === undefined ? {} : { annotators: readAnnotators(annotators) }),
    ...(weight !== undefined || isAlone ? { priorityWeight: readPriority(weight) } : {}),
    ...(metadata === undefined ? {} : { metadata: readWhole(metadata) }),
  }
}

function readAnnotators(count: unknown): number {
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= MOST_ANNOTATORS) return count
  const type = typeof count === 'number' ? 'OUT_OF_RANGE' : 'INVALID_TYPE'
  throw new ApiError('GE_0002', `consensus_annotators is an integer from 1 to ${MOST_ANNOTATORS}`, {
    failures: [faultAt('consensus_annotators', type, `an integer from 1 to ${MOST_ANNOTATORS}`, count)],
  })
}

function readWhole(value: unknown) {
  const read = readMetadata(value)
  if ('metadata' in read) return read.metadata
  throw invalidMetadata(read.faults)
}

const invalidMetadata = (failures: readonly Fault[]) =>
  new ApiError('GE_0002', `metadata is not valid: ${faultText(failures)}`, { failures })

function readPriority(weight: unknown): number {
  if (typeof weight === 'number' && Number.isInteger(weight) && weight >= 1 && weight <= 10) return weight
  const type = weight === undefined ? 'MISSING' : typeof weight === 'number' ? 'OUT_OF_RANGE' : 'INVALID_TYPE'
  throw new ApiError('FS_0012', 'priority_weight is an integer from 1 to 10', {
    failures: [faultAt('priority_weight', type, 'an integer from 1 to 10', weight)],
  })
}
