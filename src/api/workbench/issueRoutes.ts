import { Type } from 'typebox'
import { isoTime } from '../../formats/isoTime.ts'
import { Id } from '../../formats/json/schemas.ts'
import type { Issue } from '../../formats/workbench/issues.ts'
import { isUuid } from '../../model/uuid.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { type IssueEntry, listIssues, listMentionable, resolveIssue } from '../../store/project/work/issues.ts'
import { mentionOf, openIssue, replyToIssue } from '../../workflow/notifications/issueNotifications.ts'
import { rolesToMention } from '../../workflow/policies/people.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { IssueAnswer, IssuesAnswer } from './answers.ts'
import type { WorkbenchParts } from './parts.ts'
import { reachJob } from './reach.ts'

const Text = Type.String({ minLength: 1, maxLength: 10_000 })
const closed = { additionalProperties: false }
const Place = Type.Object(
  {
    trackId: Type.Optional(Type.String({ maxLength: 1024 })),
    legendEntryId: Type.Optional(Type.String({ maxLength: 1024 })),
    frame: Type.Optional(Type.Integer({ minimum: 0 })),
    sensorId: Type.Optional(Type.String({ maxLength: 1024 })),
    imagePoint: Type.Optional(Type.Object({ x: Type.Number(), y: Type.Number() }, closed)),
    position: Type.Optional(Type.Object({ x: Type.Number(), y: Type.Number(), z: Type.Number() }, closed)),
  },
  closed,
)

const noSuchIssue = () => new ApiError('resource_error', 'the job has no such issue')

/** Remarks pinned to a place of a job, with replies. */
export function issueRoutes(workbench: WorkbenchParts): Route[] {
  const { pool } = workbench.context
  const one = async (job: Job, issueId: string): Promise<Issue> => {
    const [found] = await listIssues(pool, job, issueId)
    return shown(found)
  }
  return [
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid/issues'],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'Issues of a job with their replies',
      answer: IssuesAnswer,
      handle: async ({ session, params }) => {
        const job = await reachJob(workbench, session, params.jid)
        return { issues: (await listIssues(pool, job)).map(shown) }
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid/people'],
      access: { session: 'discuss' },
      tag: 'pages',
      summary: 'People of the project whom a comment may name',
      query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 256, description: 'how the name begins' })) }),
      answer: Type.Object({ people: Type.Array(Type.Object({ userId: Id, mention: Type.String() })) }),
      handle: async ({ session, params, query }) => {
        const job = await reachJob(workbench, session, params.jid)
        const asked = { roles: rolesToMention(session), query: (query.q ?? '').toLowerCase(), besides: session.userId }
        const people = await listMentionable(pool, homeOf(job), asked)
        return { people: people.map((one) => ({ userId: one.userId, mention: mentionOf(one) })) }
      },
    }),
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/issues'],
      access: { session: 'discuss' },
      tag: 'pages',
      summary: 'Pin an issue to a place',
      answer: IssueAnswer,
      body: Type.Object({ place: Place, text: Text }),
      handle: async ({ session, params, body }) => {
        const job = await reachJob(workbench, session, params.jid)
        const made = { place: body.place, text: body.text, userId: session.userId }
        return one(job, await withTransaction(pool, (client) => openIssue(client, job, made)))
      },
    }),
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/issues/:iid/comments'],
      access: { session: 'discuss' },
      tag: 'pages',
      summary: 'Reply to an issue',
      answer: IssueAnswer,
      body: Type.Object({ text: Text }),
      handle: async ({ session, params, body }) => {
        const job = await reachJob(workbench, session, params.jid)
        const made = { issueId: readId(params.iid), userId: session.userId, text: body.text }
        if (!(await withTransaction(pool, (client) => replyToIssue(client, job, made)))) throw noSuchIssue()
        return one(job, made.issueId)
      },
    }),
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/issues/:iid/resolve'],
      access: { session: 'discuss' },
      tag: 'pages',
      summary: 'Resolve or reopen an issue',
      answer: IssueAnswer,
      body: Type.Object({ resolved: Type.Boolean() }),
      handle: async ({ session, params, body }) => {
        const job = await reachJob(workbench, session, params.jid)
        const made = { issueId: readId(params.iid), userId: session.userId, resolved: body.resolved }
        if (!(await resolveIssue(pool, job, made))) throw noSuchIssue()
        return one(job, made.issueId)
      },
    }),
  ]
}

function readId(issueId: string): string {
  if (!isUuid(issueId)) throw noSuchIssue()
  return issueId.toLowerCase()
}

const shown = (entry: IssueEntry): Issue => ({
  issueId: entry.issueId,
  place: entry.place,
  resolved: entry.resolvedAt !== null,
  resolvedBy: entry.resolvedBy,
  comments: entry.comments.map(({ userId, userName, text, createdAt }) => ({
    userId,
    userName,
    text,
    at: isoTime(createdAt),
  })),
})
