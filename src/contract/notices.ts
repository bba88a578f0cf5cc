import { Type } from 'typebox'
import { Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { NOTICE_KINDS } from '../model/notification.ts'
import { endpoint } from './endpoint.ts'

const Notices = Type.Object({
  notices: Type.Array(
    Type.Object({
      kind: stringEnum(...NOTICE_KINDS),
      user_id: orNull(Id),
      tag: orNull(Type.String()),
      job_id: orNull(Id),
      at: Time,
    }),
  ),
})

export const undefinedEndpoints = {
  listNotices: endpoint({
    method: 'GET',
    paths: ['/api/notices'],
    access: { session: 'manageProjects' },
    tag: 'pages',
    summary: 'Open notices of a project, newest first',
    query: Type.Object({ project_id: Id }),
    alsoAnswers: { 404: 'there is no such project' },
    answer: Notices,
  }),
  resumePerson: endpoint({
    method: 'POST',
    paths: ['/api/projects/:pid/people/:uid/resume'],
    access: { session: 'manageProjects' },
    tag: 'pages',
    summary: 'Let a paused person continue with a tag',
    body: Type.Object({ tag: Type.String({ minLength: 1, maxLength: 256 }) }),
    refusals: ['JOB_STATE'],
    answer: Type.Object({}),
  }),
}
