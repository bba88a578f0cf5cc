import type { Static } from 'typebox'
import { type AuditQuery, installationEndpoints } from '../../contract/installation.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { INSTALLATION } from '../../model/audit.ts'
import { reckonedTime } from '../../model/day.ts'
import { type AuditEntry, type AuditFilter, type AuditPlace, auditPage } from '../../store/cluster/audit/auditLog.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { projectsSeenBy, seesProject } from '../../workflow/policies/people.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { mayNot } from '../http/sessionCheck.ts'
import { readTime } from '../http/time.ts'

const ENTRIES_A_PAGE = 100

/** Who changed what: for operators everything, for managers what concerns their projects. */
export function auditRoutes({ pool }: ApiContext): Route[] {
  return [
    route(installationEndpoints.listAuditEntries, {
      handle: async ({ query, session }) => {
        const after = query.page_token === undefined ? null : readPlace(query.page_token)
        const found = await auditPage(pool, readFilter(session, query), after, ENTRIES_A_PAGE + 1)
        const page = found.slice(0, ENTRIES_A_PAGE)
        const last = page.at(-1)
        return {
          entries: page.map(shownEntry),
          next_page_token: last && found.length > page.length ? makePlace(last.place) : null,
        }
      },
    }),
  ]
}

const readFilter = (session: Session | null, query: Static<typeof AuditQuery>): AuditFilter => ({
  projectIds: seenProjects(session, query),
  actorId: query.actor ?? null,
  action: query.action ?? null,
  from: readTime(query.from, 'from'),
  to: readTime(query.to, 'to'),
})

function seenProjects(session: Session | null, { project_id: asked }: Static<typeof AuditQuery>): string[] | null {
  if (asked === undefined) return session && projectsSeenBy(session)
  if (session && !seesProject(session, asked.toLowerCase())) throw mayNot()
  return [asked]
}

const shownEntry = (row: AuditEntry) => ({
  id: row.id,
  at: isoTime(row.at),
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  address: row.address,
  action: row.action,
  project_id: row.project_id === INSTALLATION ? null : row.project_id,
  object: row.object,
  before: row.before,
  after: row.after,
})

const PLACE = /^audit:(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

const makePlace = ({ at, id }: AuditPlace): string => Buffer.from(`audit:${at}:${id}`).toString('base64url')

function readPlace(token: string): AuditPlace {
  const [, at = '', id = ''] = PLACE.exec(Buffer.from(token, 'base64url').toString('utf8')) ?? []
  if (reckonedTime(Date.parse(at)) === null || makePlace({ at, id }) !== token)
    throw new ApiError('invalid_request_error', 'invalid page_token')
  return { at, id }
}
