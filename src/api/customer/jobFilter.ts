import { type Fault, faultAt, faultText } from '../../formats/errors/fault.ts'
import { EVERY_JOB, type JobFilter } from '../../model/jobFilter.ts'
import { STAGES, STATUS_OF, type Stage } from '../../model/stage.ts'
import { ApiError } from '../http/apiError.ts'
import { readTime } from '../http/time.ts'

const MAX_METADATA_FILTERS = 3
const METADATA = 'metadata.'

export const isMetadataFilter = (name: string): boolean => name.startsWith(METADATA)

export interface AskedFilter {
  status?: string
  stage?: Stage
  tag?: string
  batch_id?: string
  q?: string
  reference_id?: string
  priority_weight?: number
  assignee?: string
  person?: string
  has_findings?: boolean
  ingest_id?: string
  created_from?: string
  created_to?: string
}

/** The filter of a query; `sent` has its metadata filters, whose names no schema contains. @throws ApiError */
export function readJobFilter(query: AskedFilter, sent: unknown): JobFilter {
  const { status, stage } = query
  const stages = STAGES.filter(
    (one) => (stage === undefined || one === stage) && (status === undefined || STATUS_OF[one] === status),
  )
  return {
    ...EVERY_JOB,
    stages: stages.length === STAGES.length ? null : stages,
    tag: query.tag ?? null,
    batchId: query.batch_id?.toLowerCase() ?? null,
    referenceId: query.reference_id ?? null,
    referencePrefix: query.q === undefined || query.q === '' ? null : query.q,
    priorityWeight: query.priority_weight ?? null,
    assignee: query.assignee ?? null,
    person: query.person?.toLowerCase() ?? null,
    hasFindings: query.has_findings ?? null,
    ingestId: query.ingest_id?.toLowerCase() ?? null,
    createdFrom: readTime(query.created_from, 'created_from'),
    createdTo: readTime(query.created_to, 'created_to'),
    metadata: readMetadataFilters(sent),
  }
}

function readMetadataFilters(sent: unknown): JobFilter['metadata'] {
  const named = Object.entries(typeof sent === 'object' && sent !== null ? sent : {}).filter(([name]) =>
    isMetadataFilter(name),
  )
  const most = `at most ${MAX_METADATA_FILTERS} filters by metadata`
  if (named.length > MAX_METADATA_FILTERS)
    throw invalid(faultAt('metadata', 'OUT_OF_RANGE', most, `${named.length} filters`))
  return named.map(([name, value]) => {
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
    if (!isPlain || String(value).includes('\0') || name.includes('\0'))
      throw invalid(faultAt(name, 'INVALID_VALUE', 'one value, as text without NUL', value))
    return { key: name.slice(METADATA.length), value: String(value) }
  })
}

const invalid = (fault: Fault) =>
  new ApiError('GE_0002', `a parameter is not valid: ${faultText([fault])}`, { failures: [fault] })
