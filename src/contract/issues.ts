import { type Static, Type } from 'typebox'
import { Count, Id, orNull, Time } from '../formats/json/schemas.ts'
import { endpoint } from './endpoint.ts'

const IssuePoint = Type.Object({ x: Type.Number(), y: Type.Number() })

const IssueAnswer = Type.Object({
  issueId: Id,
  place: Type.Object({
    trackId: Type.Optional(Type.String()),
    legendEntryId: Type.Optional(Type.String()),
    frame: Type.Optional(Count),
    sensorId: Type.Optional(Type.String()),
    imagePoint: Type.Optional(IssuePoint),
    position: Type.Optional(Type.Object({ ...IssuePoint.properties, z: Type.Number() })),
  }),
  resolved: Type.Boolean(),
  resolvedBy: orNull(Type.String()),
  comments: Type.Array(Type.Object({ userId: Id, userName: Type.String(), text: Type.String(), at: Time })),
})

export type IssueAnswer = Static<typeof IssueAnswer>

const IssuesAnswer = Type.Object({ issues: Type.Array(IssueAnswer) })

const IssueText = Type.String({ minLength: 1, maxLength: 10_000 })

const closed = { additionalProperties: false }

const NewIssuePlace = Type.Object(
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

export type IssuePlace = IssueAnswer['place']

export const issueEndpoints = {
  listIssues: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/issues'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'Issues of a job with their replies',
    answer: IssuesAnswer,
  }),
  listMentionable: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/people'],
    access: { session: 'discuss' },
    tag: 'pages',
    summary: 'People of the project whom a comment may name',
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 256, description: 'how the name begins' })) }),
    answer: Type.Object({ people: Type.Array(Type.Object({ userId: Id, mention: Type.String() })) }),
  }),
  createIssue: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/issues'],
    access: { session: 'discuss' },
    tag: 'pages',
    summary: 'Pin an issue to a place',
    answer: IssueAnswer,
    body: Type.Object({ place: NewIssuePlace, text: IssueText }),
  }),
  commentIssue: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/issues/:iid/comments'],
    access: { session: 'discuss' },
    tag: 'pages',
    summary: 'Reply to an issue',
    answer: IssueAnswer,
    body: Type.Object({ text: IssueText }),
  }),
  resolveIssue: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/issues/:iid/resolve'],
    access: { session: 'discuss' },
    tag: 'pages',
    summary: 'Resolve or reopen an issue',
    answer: IssueAnswer,
    body: Type.Object({ resolved: Type.Boolean() }),
  }),
}
