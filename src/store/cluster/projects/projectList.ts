import type { Queryable } from '../../postgres/pools.ts'
import { PROJECT_COLUMNS, type Project, type ProjectColumns, projectOf } from '../../project/projects/projects.ts'

export async function listProjects(db: Queryable): Promise<Project[]> {
  const { rows } = await db.query<ProjectColumns>(`select ${PROJECT_COLUMNS} from projects order by created_at, id`)
  return rows.map(projectOf)
}

/** As bare ids, since there may be thousands. */
export async function listProjectIds(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from projects order by created_at, id')
  return rows.map(({ id }) => id)
}

/** A page of projects begins after this one. */
export interface ProjectPlace {
  /** With all its digits, as PostgreSQL writes it. */
  createdAt: string
  projectId: string
}

export interface ProjectFilter {
  /** Only these; null: all. */
  among: readonly string[] | null
  /** Part of the name in any case, or the beginning of the id. */
  search: string | null
}

/** Projects in the order of creation, `limit` after a place; `last`: where the next page begins. */
export async function projectPage(
  db: Queryable,
  after: ProjectPlace | null,
  limit: number,
  { among, search }: ProjectFilter = { among: null, search: null },
): Promise<{ projects: Project[]; last: ProjectPlace | null }> {
  const { rows } = await db.query<ProjectColumns & { made: string }>(
    `select ${PROJECT_COLUMNS}, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as made
     from projects where ($1::timestamptz is null or (created_at, id) > ($1::timestamptz, $2::uuid))
       and ($4::uuid[] is null or id = any($4))
       and ($5::text is null or strpos(lower(name), lower($5)) > 0 or starts_with(id::text, lower($5)))
     order by created_at, id limit $3`,
    [after?.createdAt ?? null, after?.projectId ?? null, limit + 1, among, search],
  )
  const page = rows.slice(0, limit)
  const end = page.at(-1)
  return {
    projects: page.map(projectOf),
    last: rows.length > limit && end ? { createdAt: end.made, projectId: end.id } : null,
  }
}
