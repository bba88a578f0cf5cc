import { type IssueAnswer, issueEndpoints } from '../../contract/issues.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { isUuid } from '../../model/uuid.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { type IssueEntry, listIssues, listMentionable, resolveIssue } from '../../store/project/work/issues.ts'
import { rolesToMention } from '../../workflow/policies/people.ts'
import { mentionOf, openIssue, replyToIssue } from '../../workflow/work/issues.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { authorizeJob } from './authorizeJob.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

const noSuchIssue = () => new ApiError('resource_error', 'the job has no such issue')

/** Remarks pinned to a place of a job, with replies. */
export function issueRoutes(workbench: WorkbenchContext): Route[] {
  const { pool } = workbench.context
  const one = async (job: Job, issueId: string): Promise<IssueAnswer> => {
    const [found] = await listIssues(pool, job, issueId)
    return shown(found)
  }
  return [
    route(issueEndpoints.listIssues, {
      handle: async ({ session, params }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        return { issues: (await listIssues(pool, job)).map(shown) }
      },
    }),
    route(issueEndpoints.listMentionable, {
      handle: async ({ session, params, query }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        const asked = { roles: rolesToMention(session), query: (query.q ?? '').toLowerCase(), besides: session.userId }
        const people = await listMentionable(pool, homeOf(job), asked)
        return { people: people.map((one) => ({ userId: one.userId, mention: mentionOf(one) })) }
      },
    }),
    route(issueEndpoints.createIssue, {
      handle: async ({ session, params, body }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        const made = { place: body.place, text: body.text, userId: session.userId }
        return one(job, await openIssue(pool, job, made))
      },
    }),
    route(issueEndpoints.commentIssue, {
      handle: async ({ session, params, body }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        const made = { issueId: readId(params.iid), userId: session.userId, text: body.text }
        if (!(await replyToIssue(pool, job, made))) throw noSuchIssue()
        return one(job, made.issueId)
      },
    }),
    route(issueEndpoints.resolveIssue, {
      handle: async ({ session, params, body }) => {
        const job = await authorizeJob(workbench, session, params.jid)
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

const shown = (entry: IssueEntry): IssueAnswer => ({
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
