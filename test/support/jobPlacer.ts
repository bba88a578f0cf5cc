import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import type { Operation } from '../../src/client/types/words.ts'
import { readMasterKey } from '../../src/masterKey.ts'
import type { JobMetadata } from '../../src/model/jobMetadata.ts'
import { ValidationGroups } from '../../src/pipeline/validationGroups.ts'
import { type NewJob, writeJobs } from '../../src/store/cluster/jobs/writeJobs.ts'
import { type Task, type TaskRow, taskFromRow } from '../../src/store/cluster/tasks/task.ts'
import type { Pool } from '../../src/store/postgres/pools.ts'
import { withTransaction } from '../../src/store/postgres/transactions.ts'
import { notifyDeliveries } from '../../src/store/project/callbacks/announce.ts'
import { type Asset, listAssets } from '../../src/store/project/jobs/assets.ts'
import { newJobId } from '../../src/store/project/jobs/jobId.ts'
import { findTag } from '../../src/store/project/tags/tags.ts'
import type { Api } from './apiClient.ts'
import { tagOf } from './samples.ts'
import { Tenant } from './tenant.ts'

/** The body of a placed job. A test of any other member submits its job. */
export interface PlacedBody {
  reference_id: string
  tag: string
  data: object
  batch_id?: string
  priority_weight?: number
  metadata?: JobMetadata
}

/** Jobs that share their prepared files: each names them by its own address. */
export interface PlacedKind {
  name: string
  operation: Operation
  frames: number
  /** The one address in the data. */
  url: string
}

/**
 * Puts jobs into the queue without a request, a download or a decoder: the functions of ingest and of the worker write
 * them. The first job of each kind takes the whole way, in a separate project, and its prepared files serve the others.
 */
export class JobPlacer {
  readonly #pool: Pool
  readonly #admin: Api
  readonly #groups: ValidationGroups
  readonly #prepared = new Map<string, Promise<Asset[]>>()
  #first: Promise<Tenant> | null = null

  constructor({ pool, dataDir, admin }: { pool: Pool; dataDir: string; admin: Api }) {
    this.#pool = pool
    this.#admin = admin
    const wake = () => void notifyDeliveries(pool).catch(() => {})
    this.#groups = new ValidationGroups({ pool, masterKey: readMasterKey({}, dataDir), wake })
  }

  /** Answers the id of the job, which is queued. */
  async place(projectId: string, body: PlacedBody, kind: PlacedKind): Promise<string> {
    const prepared = this.#prepared.get(kind.name) ?? this.#prepare(body, kind)
    this.#prepared.set(kind.name, prepared)
    const assets = (await prepared).map((asset) => ({ ...asset, url: kind.url, given: null }))
    const task = await this.#ingest(await this.#jobOf(projectId, body, kind))
    assert.ok(await this.#groups.begin(task), `${body.reference_id} is validated`)
    const end = { error: null, pointCloudFrame: null, cloudFrameReason: null, warnings: [], keep: async () => {} }
    assert.ok(await this.#groups.settle({ task, assets, end }), `${body.reference_id} is queued`)
    return task.subjectId
  }

  async #prepare({ data }: PlacedBody, { name, operation }: PlacedKind): Promise<Asset[]> {
    this.#first ??= Tenant.create(
      this.#admin,
      { name: 'prepared files' },
      { image2d: tagOf('image2d'), video2d: tagOf('video2d') },
    )
    const tenant = await this.#first
    const jobId = await tenant.submit({ reference_id: name, tag: operation, data })
    await tenant.reached(jobId, 'queued')
    return listAssets(this.#pool, tenant.projectId, jobId)
  }

  async #jobOf(projectId: string, body: PlacedBody, kind: PlacedKind): Promise<NewJob> {
    const { rows } = await this.#pool.query<{ batchId: string; callbackUrl: string | null }>(
      `select id as "batchId", callback_url as "callbackUrl" from batches
       where project_id = $1 and (id = $2 or $2 is null and is_default)`,
      [projectId, body.batch_id ?? null],
    )
    const tag = await findTag(this.#pool, projectId, body.tag)
    assert.ok(tag && rows.length === 1, `the project has the tag ${body.tag} and the batch`)
    const bytes = Buffer.from(JSON.stringify(body))
    return {
      projectId,
      jobId: newJobId(projectId),
      ...rows[0],
      referenceId: body.reference_id,
      tag: body.tag,
      tagVersion: tag.version,
      annotationType: tag.annotationType,
      priorityWeight: body.priority_weight ?? 5,
      frames: kind.frames,
      payloadSha256: createHash('sha256').update(bytes).digest(),
      body: bytes,
      warnings: [],
      keptSensors: null,
      metadata: body.metadata ?? {},
      fileIds: [],
    }
  }

  /** Writes the job, and claims its task before a worker can see it. */
  #ingest(job: NewJob): Promise<Task> {
    return withTransaction(this.#pool, async (db) => {
      const made = await writeJobs(db, [job])
      assert.ok(made.has(job.jobId), `the reference_id ${job.referenceId} is free, and the batch open`)
      const { rows } = await db.query<TaskRow>(
        `update tasks set lease_token = $3, leased_until = now() + interval '1 minute', worker = 'a test'
         where project_id = $1 and subject_id = $2 returning *`,
        [job.projectId, job.jobId, randomUUID()],
      )
      return taskFromRow(rows[0])
    })
  }
}
