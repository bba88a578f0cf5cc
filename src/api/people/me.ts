import type { Me } from '../../formats/workbench/people.ts'
import { permissionsOf } from '../../model/permissions.ts'
import { findPerson } from '../../store/cluster/people/people.ts'
import { listProjects } from '../../store/cluster/projects/projectList.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { notSignedIn } from './sessionCheck.ts'

/** Who is signed in, as the pages need it. */
export async function meOf(db: Queryable, userId: string): Promise<Me> {
  const person = await findPerson(db, userId)
  if (!person) throw notSignedIn()
  const own = new Set(person.projects)
  const projects = (await listProjects(db)).filter(({ projectId }) => person.role === 'admin' || own.has(projectId))
  return {
    userId,
    email: person.email,
    name: person.name,
    role: person.role,
    permissions: permissionsOf(person.role),
    projects: projects.map(({ projectId, name, base }) => ({ projectId, name, base })),
  }
}
