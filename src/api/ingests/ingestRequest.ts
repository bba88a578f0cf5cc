import { IngestBody } from '../../contract/ingests.ts'
import { findAccessRule } from '../../egress/accessRules.ts'
import { checkUrl } from '../../egress/target.ts'
import { type ErrorCode, firstCode, MAX_FAILURES } from '../../formats/errors/codes.ts'
import { type Fault, faultAt, faultText } from '../../formats/errors/fault.ts'
import { urlFault } from '../../formats/jobBody/frameRules.ts'
import { readMetadata } from '../../formats/jobBody/metadata.ts'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { AUTO, LAYOUTS } from '../../interchange/layouts/layouts.ts'
import type { JobMetadata } from '../../model/jobMetadata.ts'
import { findBatch } from '../../store/project/batches/batches.ts'
import { findFiles } from '../../store/project/files/uploadedFiles.ts'
import type { IngestSource, NewIngest } from '../../store/project/ingests/ingests.ts'
import { batchNotFound, WorkflowRefusal } from '../../workflow/refusal.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { readJsonBody } from '../http/body.ts'

export interface WantedIngest {
  ingest: Omit<NewIngest, 'projectId' | 'ingestId' | 'rerunOf' | 'keyId' | 'userId'>
  /** The addresses of a source that is a list of them. */
  urls: readonly string[] | null
}

const check = schemaCheck(IngestBody)

const DEFAULT_PRIORITY = 5

interface Found {
  faults: Fault[]
  codes: Set<ErrorCode>
}

/** @throws ApiError with every fault of the body */
export async function readIngestBody(context: ApiContext, projectId: string, bytes: Buffer): Promise<WantedIngest> {
  const body = readJsonBody(bytes)
  if (!check.accepts(body)) throw refusedBody(check.failures(body))
  const found: Found = { faults: [], codes: new Set() }
  const add = (fault: Fault, code: ErrorCode = 'GE_0002') => {
    found.codes.add(code)
    if (found.faults.length < MAX_FAILURES) found.faults.push(fault)
  }
  const { options = {}, layout = AUTO } = body
  if (layout !== AUTO && !LAYOUTS.some(({ name }) => name === layout))
    add(faultAt('layout', 'UNKNOWN', [AUTO, ...LAYOUTS.map(({ name }) => name)].join(' or '), layout))
  if (body.batch_id !== undefined && body.batch_name !== undefined)
    add(faultAt('batch_name', 'NOT_ALLOWED', 'one of batch_id and batch_name', body.batch_name))
  for (const fault of optionFaults(options, context.config.maxFrames)) add(fault)
  const described = readMetadata(body.metadata)
  if ('faults' in described) for (const fault of described.faults) add(fault)
  for (const fault of await sourceFaults(context, projectId, body.source)) add(fault)
  for (const fault of await unknownFiles(context, projectId, body)) add(fault, 'FS_0003')
  if (!(await context.projects.tag(projectId, body.tag)))
    add(faultAt('tag', 'UNKNOWN', 'the name of a tag of the project', body.tag), 'FS_0005')
  if (found.faults.length > 0) throw refusal(firstCode(found.codes), found.faults)
  if (body.batch_id !== undefined) await refuseBatch(context, projectId, body.batch_id)
  return {
    ingest: {
      tag: body.tag,
      source: storedSource(body.source),
      layout,
      options,
      batchId: body.batch_id?.toLowerCase() ?? null,
      batchName: body.batch_name ?? null,
      priorityWeight: body.priority_weight ?? DEFAULT_PRIORITY,
      metadata: metadataOf(described),
      stopsAtPlan: body.dry_run ?? false,
    },
    urls: body.source.urls ?? null,
  }
}

const refusal = (code: ErrorCode, failures: readonly Fault[]) =>
  new ApiError(code, `the request is not valid: ${faultText(failures)}`, { failures })

const refusedBody = (failures: readonly Fault[]) =>
  refusal(failures.every(({ field }) => field === 'tag') ? 'FS_0005' : 'GE_0002', failures)

const metadataOf = (read: ReturnType<typeof readMetadata>): JobMetadata => ('metadata' in read ? read.metadata : {})

type AskedSource = { files?: string[]; url?: string; urls?: string[] }

function storedSource({ files, url, urls }: AskedSource): IngestSource {
  if (files) return { files: files.map((id) => id.toLowerCase()) }
  return url === undefined ? { urls: urls?.length ?? 0 } : { url }
}

function optionFaults(
  { frames_per_job: length, overlap_frames: overlap = 0 }: { frames_per_job?: number; overlap_frames?: number },
  maxFrames: number,
): Fault[] {
  const faults: Fault[] = []
  if (length !== undefined && length > maxFrames)
    faults.push(faultAt('options.frames_per_job', 'OUT_OF_RANGE', `at most ${maxFrames}`, length))
  if (length !== undefined && overlap >= length)
    faults.push(faultAt('options.overlap_frames', 'OUT_OF_RANGE', 'less than frames_per_job', overlap))
  return faults
}

async function sourceFaults(context: ApiContext, projectId: string, source: AskedSource): Promise<Fault[]> {
  const named = Object.keys(source)
  if (named.length !== 1)
    return [faultAt('source', 'INVALID_VALUE', 'exactly one of files, url and urls', named.join(' and ') || 'none')]
  const { accessRules } = await context.projects.get(projectId)
  const { allowNetworks } = context
  const faultOf = (field: string, address: string): Fault[] => {
    const s3Allowed = findAccessRule(address, accessRules) !== null
    const fault = checkUrl(s3Allowed ? asObject(address) : address, { allowNetworks, s3Allowed })
    return fault ? [urlFault(field, fault, address)] : []
  }
  if (source.url !== undefined) return faultOf('source.url', source.url)
  return (source.urls ?? [])
    .flatMap((address, index) => faultOf(`source.urls[${index}]`, address))
    .slice(0, MAX_FAILURES)
}

/** Files that the project does not have: of the source, and the calibration. */
async function unknownFiles(
  { pool }: ApiContext,
  projectId: string,
  { source, options }: { source: AskedSource; options?: { calibration?: unknown } },
): Promise<Fault[]> {
  const calibration = typeof options?.calibration === 'string' ? options.calibration : null
  const named = [
    ...(source.files ?? []).map((id, index) => ({ field: `source.files[${index}]`, id })),
    ...(calibration === null ? [] : [{ field: 'options.calibration', id: calibration }]),
  ]
  const ids = named.map(({ id }) => id.toLowerCase())
  const there = new Set((await findFiles(pool, projectId, ids)).map(({ fileId }) => fileId))
  return named
    .filter(({ id }) => !there.has(id.toLowerCase()))
    .slice(0, MAX_FAILURES)
    .map(({ field, id }) =>
      faultAt(field, 'UNKNOWN', 'a file that was uploaded to this project and has not expired', id),
    )
}

/** A whole bucket is a folder too, although it is not an object. */
const asObject = (address: string): string =>
  /^s3:\/\/[^/]+\/?$/.test(address) ? `${address.replace(/\/$/, '')}/-` : address

async function refuseBatch({ pool }: ApiContext, projectId: string, batchId: string): Promise<void> {
  const batch = await findBatch(pool, projectId, batchId.toLowerCase())
  if (!batch) throw batchNotFound()
  if (batch.state === 'closed') throw new WorkflowRefusal('JOB_STATE', 'the batch is closed: it takes no more jobs')
}
