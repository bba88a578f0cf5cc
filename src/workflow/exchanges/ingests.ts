import { randomUUID } from 'node:crypto'
import type { AuditActor } from '../../model/audit.ts'
import { removeUnnamed } from '../../store/cluster/files/removal.ts'
import { enqueue } from '../../store/cluster/tasks/enqueue.ts'
import type { FileStore } from '../../store/files/fileStore.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { noteFileUses, releaseFiles } from '../../store/project/files/fileUses.ts'
import {
  endIngest,
  findAddresses,
  goOnWithIngest,
  type IngestPlace,
  type IngestRow,
  type IngestStatus,
  insertIngest,
  lockIngest,
  type NewIngest,
} from '../../store/project/ingests/ingests.ts'
import { type ExchangeCaller, mayEnd } from '../policies/exchanges.ts'
import { WorkflowRefusal } from '../refusal.ts'

export const ingestNotFound = () => new WorkflowRefusal('resource_error', 'the project has no such ingest')

const OVER: ReadonlySet<IngestStatus> = new Set(['completed', 'failed', 'cancelled'])

/** Queues an ingest. `urls`: the addresses of a source that is a list; `asked`: the request for the audit log. */
export async function createIngest(
  pool: Pool,
  by: AuditActor,
  made: NewIngest,
  urls: readonly string[] | null,
  asked: object,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    await queueIngest(db, made, urls)
    const { projectId, ingestId } = made
    await recordAudit(db, by, { projectId, action: 'ingest.create', object: ingestId, after: asked })
  })
}

async function queueIngest(db: Queryable, made: NewIngest, urls: readonly string[] | null): Promise<void> {
  await insertIngest(db, made, urls)
  const fileIds = filesOf(made)
  await noteFileUses(db, made.projectId, [{ user: { kind: 'ingest', id: made.ingestId }, fileIds }])
  await enqueue(db, [{ projectId: made.projectId, kind: 'ingest', subjectId: made.ingestId }])
}

/** The uploaded files that an ingest reads. */
function filesOf({ source, options }: Pick<NewIngest, 'source' | 'options'>): string[] {
  const { calibration } = options
  return [
    ...('files' in source ? source.files : []),
    ...(typeof calibration === 'string' ? [calibration.toLowerCase()] : []),
  ]
}

/** Makes the jobs of an ingest that stopped at its plan. */
export async function startIngest(pool: Pool, by: AuditActor, place: IngestPlace): Promise<void> {
  await withTransaction(pool, async (db) => {
    const row = await locked(db, place)
    if (row.status !== 'planned') throw refused('is started', row)
    await goOnWithIngest(db, place)
    await enqueue(db, [{ projectId: place.projectId, kind: 'ingest', subjectId: place.ingestId }])
    await recordAudit(db, by, { projectId: place.projectId, action: 'ingest.start', object: place.ingestId })
  })
}

/** Queues an ingest of the same source as one that is over, and answers its id. */
export async function rerunIngest(
  pool: Pool,
  by: AuditActor,
  place: IngestPlace,
  { keyId, userId }: Pick<NewIngest, 'keyId' | 'userId'>,
): Promise<string> {
  const ingestId = randomUUID()
  await withTransaction(pool, async (db) => {
    const row = await locked(db, place)
    if (!OVER.has(row.status)) throw refused('runs again', row)
    const urls = 'urls' in row.source ? await findAddresses(db, place) : null
    await queueIngest(db, { ...row, ingestId, stopsAtPlan: false, rerunOf: row.ingestId, keyId, userId }, urls)
    const { projectId } = place
    await recordAudit(db, by, {
      projectId,
      action: 'ingest.create',
      object: ingestId,
      after: { rerun_of: row.ingestId },
    })
  })
  return ingestId
}

/** Cancels an ingest that is not over. Jobs that it made stay; no further one is made once this is committed. */
export async function cancelIngest(
  pool: Pool,
  files: FileStore,
  by: AuditActor,
  caller: ExchangeCaller,
  place: IngestPlace,
): Promise<void> {
  const { sha256 } = await withTransaction(pool, async (db) => {
    const row = await locked(db, place)
    if (!mayEnd(caller, row)) throw new WorkflowRefusal('unauthorized', 'this ingest was made by another key')
    if (OVER.has(row.status)) throw refused('is cancelled', row)
    await endIngest(db, place)
    await releaseFiles(db, place.projectId, { kind: 'ingest', id: place.ingestId })
    await recordAudit(db, by, { projectId: place.projectId, action: 'ingest.cancel', object: place.ingestId })
    return row
  })
  if (sha256) await removeUnnamed(pool, files, [sha256])
}

async function locked(db: Queryable, { projectId, ingestId }: IngestPlace): Promise<IngestRow> {
  const row = await lockIngest(db, projectId, ingestId)
  if (!row) throw ingestNotFound()
  return row
}

const refused = (what: string, { status }: IngestRow) =>
  new WorkflowRefusal('JOB_STATE', `no ingest that is ${status} ${what}`)
