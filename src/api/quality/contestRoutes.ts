import type { Static } from 'typebox'
import { contestEndpoints, type OwnContestsAnswer } from '../../contract/contests.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { namesOf } from '../../store/cluster/people/names.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { findJob } from '../../store/project/jobs/jobs.ts'
import { type Contest, findVerdict, listContests } from '../../store/project/quality/contests.ts'
import { findGiven } from '../../store/project/quality/goldGiven.ts'
import { seesProject } from '../../workflow/policies/people.ts'
import { decideContest } from '../../workflow/quality/contests.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, noSuchProject } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'

const CONTESTS_A_PAGE = 100
/** What people say of the verdicts on their work, and how the lead decides. */
export function contestRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(contestEndpoints.listContests, {
      handle: async ({ projectId, query, session }) => {
        const after = query.page_token === undefined ? null : readPlace(query.page_token)
        const found = await listContests(pool, projectId, { state: query.state, after, limit: CONTESTS_A_PAGE })
        const page = found.slice(0, CONTESTS_A_PAGE)
        const names = session ? await namesOf(pool, [...new Set(page.map(({ userId }) => userId))]) : null
        const contests = await Promise.all(page.map((contest) => managedContest(pool, contest, names)))
        const last = found.length > page.length ? page.at(-1) : undefined
        return { contests, next_page_token: last ? makePlace(last) : null }
      },
    }),
    route(contestEndpoints.decideContest, {
      handle: async ({ projectId, params, body, by }) => {
        const of = { projectId, id: params.cid.toLowerCase() }
        await decideContest(pool, by, of, { decision: body.decision, answer: body.answer ?? null })
        return {}
      },
    }),
    ownRoute(context),
  ]
}

function ownRoute({ pool }: ApiContext): Route {
  return route(contestEndpoints.listOwnContests, {
    handle: async ({ query, session }) => {
      const projectId = query.project_id.toLowerCase()
      if (!seesProject(session, projectId)) throw noSuchProject()
      const filter = { userId: session.userId, after: null, limit: CONTESTS_A_PAGE }
      const found = await listContests(pool, projectId, filter)
      return { contests: await Promise.all(found.slice(0, CONTESTS_A_PAGE).map((one) => ownContest(pool, one))) }
    },
  })
}

/** The same of gold as of other work: it does not say which it was. */
async function ownContest(
  db: Queryable,
  contest: Contest,
): Promise<Static<typeof OwnContestsAnswer>['contests'][number]> {
  const job = await findJob(db, contest.at.projectId, contest.at.jobId)
  return {
    contest_id: contest.id,
    job_id: contest.at.jobId,
    reference_id: job?.referenceId ?? '',
    tag: contest.tag,
    comment: contest.comment,
    opened_at: isoTime(contest.openedAt),
    state: contest.state,
    answer: contest.answer,
    decided_at: isoTimeOrNull(contest.decidedAt),
  }
}

async function managedContest(db: Queryable, contest: Contest, names: ReadonlyMap<string, string> | null) {
  const { kind, projectId, at, userId, review } = contest
  const given = kind === 'gold' ? await findGiven(db, projectId, at.jobId) : null
  const verdict = review && (await findVerdict(db, at, review))
  return {
    ...(await ownContest(db, contest)),
    user_id: userId,
    ...(names && { name: names.get(userId) ?? null }),
    kind,
    source_job_id: given?.jobId ?? null,
    score_before: contest.scoreBefore,
    score: (given ?? verdict)?.score ?? null,
  }
}

const makePlace = ({ openedAt, id }: Pick<Contest, 'openedAt' | 'id'>): string =>
  Buffer.from(`contests:${openedAt.getTime()}:${id}`).toString('base64url')

function readPlace(token: string): Pick<Contest, 'openedAt' | 'id'> {
  const match = /^contests:(\d{1,15}):([0-9a-f-]{36})$/.exec(Buffer.from(token, 'base64url').toString('utf8'))
  if (!match) throw new ApiError('invalid_request_error', 'invalid page_token')
  return { openedAt: new Date(Number(match[1])), id: match[2] }
}
