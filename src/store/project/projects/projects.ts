import { randomBytes, randomUUID } from 'node:crypto'
import type { Base } from '../../../model/project.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { bool, bytea, type RowOf, smallint, Table, text, textOf, timestamp, uuid } from '../../postgres/table.ts'
import { openSecret, sealSecret } from '../../secrets.ts'

export interface Project {
  projectId: string
  name: string
  base: Base
  review: boolean
  selfReview: boolean
  pointCloudFrame: 'sensor' | 'common' | 'auto'
  /** How long a person may undo a submission. */
  undoSeconds: number
  createdAt: Date
}

export type ProjectFields = Pick<Project, 'name' | 'base' | 'review' | 'selfReview' | 'pointCloudFrame' | 'undoSeconds'>

export const DEFAULT_UNDO_SECONDS = 5

export const DEFAULT_BATCH_NAME = 'Default batch'

export const PROJECTS = new Table(
  'projects',
  {
    id: uuid,
    name: text,
    base: textOf<Base>(),
    review: bool,
    self_review: bool,
    point_cloud_frame: textOf<Project['pointCloudFrame']>(),
    undo_seconds: smallint,
    created_at: timestamp,
    link_secret: bytea,
  },
  { id: 'projectId' },
)
export type ProjectColumns = Omit<RowOf<typeof PROJECTS>, 'link_secret'>

export const PROJECT_COLUMNS = 'id, name, base, review, self_review, point_cloud_frame, undo_seconds, created_at'

/** Makes a project with its default batch and its counters; the caller holds the transaction. */
export async function insertProject(db: Queryable, masterKey: Buffer, settings: ProjectFields): Promise<string> {
  const projectId = randomUUID()
  const batchId = randomUUID()
  const linkSecret = sealSecret(masterKey, randomBytes(32), linkSecretContext(projectId))
  await db.query(
    `insert into projects (id, name, base, review, self_review, point_cloud_frame, undo_seconds, link_secret)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      projectId,
      settings.name,
      settings.base,
      settings.review,
      settings.selfReview,
      settings.pointCloudFrame,
      settings.undoSeconds,
      linkSecret,
    ],
  )
  await db.query('insert into feed_positions (project_id) values ($1)', [projectId])
  await db.query('insert into batches (project_id, id, name, is_default) values ($1, $2, $3, true)', [
    projectId,
    batchId,
    DEFAULT_BATCH_NAME,
  ])
  await db.query('insert into batch_counts (project_id, batch_id) values ($1, $2)', [projectId, batchId])
  return projectId
}

export const linkSecretContext = (projectId: string) => `link:${projectId}`

export async function findProject(db: Queryable, projectId: string): Promise<Project | null> {
  const { rows } = await db.query<ProjectColumns>(`select ${PROJECT_COLUMNS} from projects where id = $1`, [projectId])
  return rows[0] ? projectOf(rows[0]) : null
}

export async function updateProject(db: Queryable, projectId: string, change: Partial<ProjectFields>): Promise<void> {
  await db.query(
    `update projects set name = coalesce($2, name), base = coalesce($3, base), review = coalesce($4, review),
       self_review = coalesce($5, self_review), point_cloud_frame = coalesce($6, point_cloud_frame), undo_seconds = coalesce($7, undo_seconds)
     where id = $1`,
    [projectId, change.name, change.base, change.review, change.selfReview, change.pointCloudFrame, change.undoSeconds],
  )
}

/** The sealed secret that signs the project's links. */
export async function sealedLinkSecret(db: Queryable, projectId: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ link_secret: Buffer }>('select link_secret from projects where id = $1', [
    projectId,
  ])
  return rows[0]?.link_secret ?? null
}

/** The secret that signs the project's links. */
export async function openLinkSecret(db: Queryable, masterKey: Buffer, projectId: string): Promise<Uint8Array> {
  const sealed = await sealedLinkSecret(db, projectId)
  if (!sealed) throw new Error(`project ${projectId} is gone`)
  return openSecret(masterKey, sealed, linkSecretContext(projectId))
}

/** Revokes all existing attachment and viewer links. */
export async function rotateLinkSecret(db: Queryable, masterKey: Buffer, projectId: string): Promise<void> {
  const sealed = sealSecret(masterKey, randomBytes(32), linkSecretContext(projectId))
  await db.query('update projects set link_secret = $2 where id = $1', [projectId, sealed])
}

export const projectOf = (row: ProjectColumns): Project => PROJECTS.read(row)
