import { keepableJson } from '../../postgres/keepableJson.ts'
import type { Queryable } from '../../postgres/pools.ts'
import {
  bigint,
  bool,
  int,
  jsonb,
  namedRows,
  nullable,
  type ReadOf,
  type RowOf,
  smallint,
  Table,
  text,
  textOf,
  timestamp,
  uuid,
} from '../../postgres/table.ts'

export type IngestStatus = 'queued' | 'scanning' | 'planned' | 'creating' | 'completed' | 'failed' | 'cancelled'

/** Where the files are; the addresses of a list have a table of their own. */
export type IngestSource = { files: readonly string[] } | { url: string } | { urls: number }

/** What would become of the source, as it was last scanned. */
export interface IngestPlan {
  jobs: number
  frames: number
  files: number
  bytes: number
  sensors: readonly {
    sensor_id: string
    modality: 'lidar' | 'camera'
    frames: number
    source: string
    max_offset_ms: number | null
  }[]
  rate_hz: number | null
  with_poses: boolean
  skipped: readonly { file: string; reason: string }[]
  skipped_total: number
  sample: readonly { reference_id: string; frames: number; files: number }[]
  warnings: readonly { code: string; message: string; source?: string }[]
}

export interface IngestFailure {
  file: string
  field?: string
  type: string
  expected?: string
  found?: string
}

export const INGESTS = new Table(
  'ingests',
  {
    project_id: uuid,
    id: uuid,
    tag: text,
    source: jsonb<IngestSource>(),
    layout: text,
    options: jsonb<Readonly<Record<string, unknown>>>(),
    batch_id: nullable(uuid),
    batch_name: nullable(text),
    priority_weight: smallint,
    metadata: jsonb<Readonly<Record<string, string | number | boolean>>>(),
    stops_at_plan: bool,
    rerun_of: nullable(uuid),
    status: textOf<IngestStatus>(),
    found_layout: nullable(text),
    why: nullable(text),
    plan: nullable(jsonb<IngestPlan>()),
    created: int,
    duplicates: int,
    files_done: bigint,
    files_total: bigint,
    bytes_done: bigint,
    bytes_total: bigint,
    failures: jsonb<readonly IngestFailure[]>(),
    failures_total: int,
    sha256: nullable(text),
    attempts: int,
    error: nullable(jsonb<{ code: string; message: string }>()),
    key_id: nullable(uuid),
    user_id: nullable(uuid),
    created_at: timestamp,
    completed_at: nullable(timestamp),
  },
  { id: 'ingestId' },
)
export type IngestRow = ReadOf<typeof INGESTS>

const COLUMNS = INGESTS.list()

export type IngestPlace = Pick<IngestRow, 'projectId' | 'ingestId'>

export type NewIngest = Pick<
  IngestRow,
  | 'projectId'
  | 'ingestId'
  | 'tag'
  | 'source'
  | 'layout'
  | 'options'
  | 'batchId'
  | 'batchName'
  | 'priorityWeight'
  | 'metadata'
  | 'stopsAtPlan'
  | 'rerunOf'
  | 'keyId'
  | 'userId'
>

/** `urls`: the addresses of a source that is a list of them. */
export async function insertIngest(db: Queryable, made: NewIngest, urls: readonly string[] | null): Promise<void> {
  await db.query(
    `insert into ingests (project_id, id, tag, source, layout, options, batch_id, batch_name, priority_weight, metadata,
       stops_at_plan, rerun_of, key_id, user_id, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'queued')`,
    [
      made.projectId,
      made.ingestId,
      made.tag,
      JSON.stringify(made.source),
      made.layout,
      JSON.stringify(made.options),
      made.batchId,
      made.batchName,
      made.priorityWeight,
      JSON.stringify(made.metadata),
      made.stopsAtPlan,
      made.rerunOf,
      made.keyId,
      made.userId,
    ],
  )
  if (urls) {
    await db.query('insert into ingest_addresses (project_id, ingest_id, urls) values ($1, $2, $3)', [
      made.projectId,
      made.ingestId,
      JSON.stringify(urls),
    ])
  }
}

/** The addresses of a source that is a list of them. */
export async function findAddresses(db: Queryable, { projectId, ingestId }: IngestPlace): Promise<string[]> {
  const rows = await namedRows<{ urls: string[] }>(
    db,
    'select urls from ingest_addresses where project_id = $1 and ingest_id = $2',
    [projectId, ingestId],
  )
  return rows[0]?.urls ?? []
}

export async function findIngest(db: Queryable, projectId: string, ingestId: string): Promise<IngestRow | null> {
  const { rows } = await db.query<RowOf<typeof INGESTS>>(
    `select ${COLUMNS} from ingests where project_id = $1 and id = $2`,
    [projectId, ingestId],
  )
  return rows[0] ? INGESTS.read(rows[0]) : null
}

/** The same, locked until the caller's transaction ends. */
export async function lockIngest(db: Queryable, projectId: string, ingestId: string): Promise<IngestRow | null> {
  const { rows } = await db.query<RowOf<typeof INGESTS>>(
    `select ${COLUMNS} from ingests where project_id = $1 and id = $2 for update`,
    [projectId, ingestId],
  )
  return rows[0] ? INGESTS.read(rows[0]) : null
}

export const INGESTS_A_PAGE = 100

/** Newest first, after the given one; one more than a page, to know whether there is a next page. */
export async function listIngests(
  db: Queryable,
  projectId: string,
  after: { createdAt: Date; id: string } | null,
): Promise<IngestRow[]> {
  const { rows } = await db.query<RowOf<typeof INGESTS>>(
    `select ${COLUMNS} from ingests
     where project_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
     order by created_at desc, id desc limit $4`,
    [projectId, after?.createdAt ?? null, after?.id ?? null, INGESTS_A_PAGE + 1],
  )
  return rows.map((row) => INGESTS.read(row))
}

/** A worker takes it up, again after a death; null when there is nothing to do for it. */
export async function beginIngest(db: Queryable, { projectId, ingestId }: IngestPlace): Promise<IngestRow | null> {
  const { rows } = await db.query<RowOf<typeof INGESTS>>(
    `update ingests set attempts = attempts + 1, status = case status when 'queued' then 'scanning' else status end
     where project_id = $1 and id = $2 and status in ('queued', 'scanning', 'creating') returning ${COLUMNS}`,
    [projectId, ingestId],
  )
  return rows[0] ? INGESTS.read(rows[0]) : null
}

/** It is put off, which does not count as an attempt. */
export async function putOffIngest(db: Queryable, { projectId, ingestId }: IngestPlace): Promise<void> {
  await db.query('update ingests set attempts = greatest(attempts - 1, 0) where project_id = $1 and id = $2', [
    projectId,
    ingestId,
  ])
}

/** Keeps what was downloaded from the address. False: the ingest was cancelled meanwhile. */
export async function noteIngestFile(
  db: Queryable,
  { projectId, ingestId }: IngestPlace,
  sha256: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update ingests set sha256 = $3 where project_id = $1 and id = $2 and status in ('scanning', 'creating')`,
    [projectId, ingestId, sha256],
  )
  return rowCount === 1
}

/** Keeps the batch that its jobs belong to, for a worker that resumes and for a rerun. */
export async function noteIngestBatch(
  db: Queryable,
  { projectId, ingestId }: IngestPlace,
  batchId: string,
): Promise<void> {
  await db.query('update ingests set batch_id = $3 where project_id = $1 and id = $2', [projectId, ingestId, batchId])
}

/** What a worker has found so far. */
export interface IngestFindings {
  duplicates: number
  filesDone: number
  filesTotal: number
  bytesDone: number
  bytesTotal: number
  failures: readonly IngestFailure[]
  failuresTotal: number
}

const FINDINGS = `duplicates = $3, files_done = $4, files_total = $5, bytes_done = $6, bytes_total = $7, failures = $8,
  failures_total = $9`

const findingValues = (found: IngestFindings) => [
  found.duplicates,
  found.filesDone,
  found.filesTotal,
  found.bytesDone,
  found.bytesTotal,
  keepableJson(found.failures),
  found.failuresTotal,
]

/** False: it was cancelled meanwhile. */
export async function noteIngest(
  db: Queryable,
  { projectId, ingestId }: IngestPlace,
  found: IngestFindings,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update ingests set ${FINDINGS} where project_id = $1 and id = $2 and status in ('scanning', 'creating')`,
    [projectId, ingestId, ...findingValues(found)],
  )
  return rowCount === 1
}

/** The source was scanned. `status`: planned where someone has to start it, else creating. False: it was cancelled. */
export async function planIngest(
  db: Queryable,
  { projectId, ingestId }: IngestPlace,
  found: IngestFindings,
  planned: { layout: string; why: string; plan: IngestPlan; status: 'planned' | 'creating' },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update ingests set ${FINDINGS}, found_layout = $10, why = $11, plan = $12, status = $13,
       attempts = 0, sha256 = case $13 when 'planned' then null else sha256 end
     where project_id = $1 and id = $2 and status in ('scanning', 'creating')`,
    [
      projectId,
      ingestId,
      ...findingValues(found),
      planned.layout,
      planned.why.toWellFormed().replaceAll('\0', '\ufffd'),
      keepableJson(planned.plan),
      planned.status,
    ],
  )
  return rowCount === 1
}

/** Jobs were made: with them, so that they are counted once. False: the ingest was cancelled, and they must not be. */
export async function countMade(db: Queryable, { projectId, ingestId }: IngestPlace, made: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update ingests set created = created + $3, attempts = 0 where project_id = $1 and id = $2 and status = 'creating'`,
    [projectId, ingestId, made],
  )
  return rowCount === 1
}

/** Ends it, successful or not. False, without a change, if it was cancelled. */
export async function settleIngest(
  db: Queryable,
  { projectId, ingestId }: IngestPlace,
  found: Pick<IngestFindings, 'failures' | 'failuresTotal'>,
  error: IngestRow['error'],
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update ingests set failures = $3, failures_total = $4, status = $5, error = $6, completed_at = now(), sha256 = null
     where project_id = $1 and id = $2 and status in ('queued', 'scanning', 'creating')`,
    [
      projectId,
      ingestId,
      keepableJson(found.failures),
      found.failuresTotal,
      error ? 'failed' : 'completed',
      error && keepableJson(error),
    ],
  )
  return rowCount === 1
}

/** A planned ingest goes on to make its jobs. */
export async function goOnWithIngest(db: Queryable, { projectId, ingestId }: IngestPlace): Promise<void> {
  await db.query(`update ingests set status = 'creating', stops_at_plan = false where project_id = $1 and id = $2`, [
    projectId,
    ingestId,
  ])
}

export async function endIngest(db: Queryable, { projectId, ingestId }: IngestPlace): Promise<void> {
  await db.query(
    `update ingests set status = 'cancelled', completed_at = now(), sha256 = null where project_id = $1 and id = $2`,
    [projectId, ingestId],
  )
}
