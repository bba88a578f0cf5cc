import type { Queryable } from '../../postgres/pools.ts'
import { PROJECT_COLUMNS, type Project, type ProjectColumns, projectOf } from '../../project/projects/projects.ts'

export async function listProjects(db: Queryable): Promise<Project[]> {
  const { rows } = await db.query<ProjectColumns>(`select ${PROJECT_COLUMNS} from projects order by created_at, id`)
  return rows.map(projectOf)
}
