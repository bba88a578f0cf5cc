import { type Static, Type } from 'typebox'
import { Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { CONTEST_STATES } from '../model/quality.ts'
import { endpoint } from './endpoint.ts'
import { textParameter } from './words.ts'

const ContestScore = orNull(Type.Number())

const ownContestMembers = {
  contest_id: Id,
  job_id: Id,
  reference_id: Type.String(),
  tag: Type.String(),
  comment: Type.String(),
  opened_at: Time,
  state: stringEnum(...CONTEST_STATES),
  answer: orNull(Type.String()),
  decided_at: orNull(Time),
}

export const OwnContestsAnswer = Type.Object({ contests: Type.Array(Type.Object(ownContestMembers)) })

const ContestRow = Type.Object(
  {
    ...ownContestMembers,
    user_id: Id,
    name: Type.Optional(orNull(Type.String())),
    kind: stringEnum('gold', 'review'),
    source_job_id: orNull(Type.String({ format: 'uuid', description: 'the job whose truth the gold is' })),
    score_before: ContestScore,
    score: orNull(Type.Number({ description: 'as it is now' })),
  },
  { title: 'ContestRow' },
)

export type ContestRow = Static<typeof ContestRow>

const Contests = Type.Object({
  contests: Type.Array(ContestRow),
  next_page_token: orNull(Type.String()),
})

export const contestEndpoints = {
  listContests: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/contests'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Contested verdicts on gold jobs and reviews, newest first',
    query: Type.Object({
      state: Type.Optional(stringEnum(...CONTEST_STATES)),
      page_token: textParameter('next_page_token of the page before'),
    }),
    answer: Contests,
    refusals: ['invalid_request_error'],
  }),
  decideContest: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/contests/:cid'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Decide about a contested verdict: uphold (of a review: the work counts as accepted) or dismiss',
    body: Type.Object({
      decision: stringEnum('uphold', 'dismiss'),
      answer: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
    refusals: ['resource_error'],
    answer: Type.Object({}),
  }),
  listOwnContests: endpoint({
    method: 'GET',
    paths: ['/api/me/contests'],
    access: { session: 'signed-in' },
    tag: 'pages',
    summary: 'Verdicts that you have contested, with the answers',
    query: Type.Object({ project_id: Id }),
    alsoAnswers: { 404: 'there is no such project' },
    answer: OwnContestsAnswer,
  }),
  contestVerdict: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/contest'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Contest the verdict on work that you have submitted',
    body: Type.Object({ comment: Type.String({ minLength: 1, maxLength: 2000 }) }),
    refusals: ['JOB_STATE'],
    answer: Type.Object({ contest_id: Id }),
  }),
}
