import { Type } from 'typebox'
import { Id } from '../formats/json/schemas.ts'
import { endpoint } from './endpoint.ts'
import { settingsBody } from './words.ts'

const MAX_PEOPLE = 1000

const ShownGroup = Type.Object({ name: Type.String(), user_ids: Type.Array(Id) }, { title: 'PeopleGroup' })

export const groupEndpoints = {
  listGroups: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/groups'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'jobs',
    summary: 'Groups of people that jobs are assigned to',
    answer: Type.Object({ groups: Type.Array(ShownGroup) }),
  }),
  setGroup: endpoint({
    method: 'PUT',
    paths: ['/v1/projects/:pid/groups/:group'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'jobs',
    summary: 'Create a group, or replace its members',
    body: settingsBody({ user_ids: Type.Array(Id, { maxItems: MAX_PEOPLE }) }),
    answer: ShownGroup,
  }),
  getGroup: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/groups/:group'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'jobs',
    summary: 'The members of a group',
    answer: ShownGroup,
  }),
  deleteGroup: endpoint({
    method: 'DELETE',
    paths: ['/v1/projects/:pid/groups/:group'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'jobs',
    summary: 'Delete a group; its jobs are available to everyone again',
    answer: Type.Null(),
  }),
}
