import type { Queryable } from '../../postgres/pools.ts'
import { nullable, type RowOf, Table, text, uuid } from '../../postgres/table.ts'

export const JOB_VIEWS = new Table('job_views', { id: uuid, user_id: nullable(uuid), name: text, search: text })

/** Saved filters and order of the list of jobs. */
export interface JobView {
  viewId: string
  name: string
  /** The query of the page's address. */
  search: string
  /** Everyone in the project has it. */
  isShared: boolean
}

/** Who looks at views, and whether they may change those of the project. */
export interface ViewOwner {
  projectId: string
  userId: string
  mayShare: boolean
}

/** Their own, and those of the project. */
export async function listJobViews(
  db: Queryable,
  { projectId, userId }: Pick<ViewOwner, 'projectId' | 'userId'>,
): Promise<JobView[]> {
  const { rows } = await db.query<RowOf<typeof JOB_VIEWS>>(
    `select ${JOB_VIEWS.list()} from job_views
     where project_id = $1 and (user_id is null or user_id = $2) order by name, id`,
    [projectId, userId],
  )
  return rows.map(({ id, user_id, name, search }) => ({ viewId: id, name, search, isShared: user_id === null }))
}

/** False when there is one of the id that is not theirs to change. */
export async function putJobView(
  db: Queryable,
  { projectId, userId, mayShare }: ViewOwner,
  { viewId, name, search, isShared }: JobView,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into job_views as v (project_id, id, user_id, name, search) values ($1, $2, $3, $4, $5)
     on conflict (project_id, id) do update
     set user_id = excluded.user_id, name = excluded.name, search = excluded.search
     where v.user_id = $6 or (v.user_id is null and $7)`,
    [projectId, viewId, isShared ? null : userId, name, search, userId, mayShare],
  )
  return rowCount === 1
}

/** False if there is no view with the id that they may remove. */
export async function dropJobView(
  db: Queryable,
  { projectId, userId, mayShare }: ViewOwner,
  viewId: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from job_views where project_id = $1 and id = $2 and (user_id = $3 or (user_id is null and $4))',
    [projectId, viewId, userId, mayShare],
  )
  return rowCount === 1
}
