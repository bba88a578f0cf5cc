import { type Static, Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { endpoint } from './endpoint.ts'
import { textParameter } from './words.ts'

const TruthBody = Type.Object(
  {
    from: Type.Optional(stringEnum('result', 'submission')),
    job_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'with `submission`: id of the copy; what was submitted on it is the truth',
      }),
    ),
    data: Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'as in a submitted result' })),
  },
  { title: 'Truth' },
)

const GoldJobRow = Type.Object(
  {
    job_id: Id,
    reference_id: Type.String(),
    tag: Type.String(),
    created_at: Time,
    given: Count,
    mean_score: orNull(Type.Number()),
    questioned: Type.Boolean({ description: 'most of the people who are good at other gold fail it' }),
    good_people: Type.Object({ had: Count, failed: Count }),
    older_tag_version: Type.Boolean({ description: 'classes or attributes of the tag have changed since' }),
  },
  { title: 'GoldJobRow' },
)

export type GoldJobRow = Static<typeof GoldJobRow>

const GoldList = Type.Object({
  gold: Type.Array(GoldJobRow),
  next_page_token: orNull(Type.String()),
})

export const goldEndpoints = {
  setGold: endpoint({
    method: 'PUT',
    paths: ['/v1/projects/:pid/jobs/:jid/gold'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Make a job gold, or correct its truth: by its result, by the submission of a copy, or by a document',
    rawBody: { schema: TruthBody },
    refusals: ['GE_0001', 'GE_0002', 'FS_0003', 'FS_0006', 'JOB_STATE', 'FS_0013'],
    answer: Type.Object({ job_id: Id }),
  }),
  removeGold: endpoint({
    method: 'DELETE',
    paths: ['/v1/projects/:pid/jobs/:jid/gold'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Stop using the job as gold',
    answer: Type.Object({}),
  }),
  listGold: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/gold'],
    access: { key: 'admin', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Gold jobs in the order of creation, with the number of people who had them and their mean score',
    query: Type.Object({
      job_id: Type.Optional(Type.String({ format: 'uuid', description: 'this one alone' })),
      page_token: textParameter('next_page_token of the page before'),
    }),
    answer: GoldList,
    refusals: ['invalid_request_error'],
  }),
}
