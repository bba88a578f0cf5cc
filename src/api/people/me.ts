import type { MeAnswer, PasswordNews } from '../../contract/people.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { permissionsOf } from '../../model/permissions.ts'
import { openLinkOf } from '../../store/cluster/people/invitations.ts'
import { findPerson, passwordNewsOf } from '../../store/cluster/people/people.ts'
import { listProjects } from '../../store/cluster/projects/projectList.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { seesProject } from '../../workflow/policies/people.ts'
import { notSignedIn } from '../http/sessionCheck.ts'

/** Who is signed in, as the pages need it. */
export async function meOf(db: Queryable, userId: string): Promise<MeAnswer> {
  const person = await findPerson(db, userId)
  if (!person) throw notSignedIn()
  const keeper = { role: person.role, projects: new Set(person.projects) }
  const projects = (await listProjects(db)).filter(({ projectId }) => seesProject(keeper, projectId))
  return {
    userId,
    email: person.email,
    name: person.name,
    role: person.role,
    language: person.language,
    permissions: permissionsOf(person.role),
    projects: projects.map(({ projectId, name, base }) => ({ projectId, name, base })),
    password: await passwordOf(db, userId),
  }
}

const OPERATOR = 'the operator'

async function passwordOf(db: Queryable, userId: string): Promise<PasswordNews> {
  const [{ setAt, wasReset, resetBy }, link] = await Promise.all([passwordNewsOf(db, userId), openLinkOf(db, userId)])
  return {
    changedAt: isoTimeOrNull(setAt),
    resetBy: wasReset ? (resetBy ?? OPERATOR) : null,
    openLink: link && {
      madeBy: link.madeBy ?? OPERATOR,
      madeAt: isoTime(link.madeAt),
      expiresAt: isoTime(link.expiresAt),
    },
  }
}
