import { Type } from 'typebox'
import { Id, jsonObject, orNull, Time } from '../formats/json/schemas.ts'
import { VerbName } from './assistants.ts'
import { endpoint } from './endpoint.ts'

const LeaseSeconds = Type.Integer({ minimum: 2, maximum: 3600 })

const TaskLease = Type.Object({ lease_until: Time })

export const assistantTaskEndpoints = {
  claimAssistantTask: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/assistants/:assistant/claim'],
    access: 'assist',
    tag: 'results',
    summary: 'Claim a task of a queue; task is null when there is none',
    body: Type.Object({
      wait_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 30 })),
      lease_seconds: LeaseSeconds,
      verbs: Type.Optional(Type.Array(VerbName, { minItems: 1 })),
      version: Type.Optional(Type.String({ maxLength: 256 })),
    }),
    answer: Type.Object({
      task: orNull(
        Type.Object({
          task_id: Id,
          lease_id: Id,
          verb: VerbName,
          attempt: Type.Integer({ minimum: 1 }),
          input: jsonObject('the request, as for http'),
          lease_until: Time,
        }),
      ),
    }),
  }),
  renewAssistantTask: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/assistants/:assistant/tasks/:task/renew'],
    access: 'assist',
    tag: 'results',
    summary: 'Keep a task, and say how far it is',
    body: Type.Object({
      lease_id: Id,
      lease_seconds: LeaseSeconds,
      progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    }),
    refusals: ['JOB_STATE'],
    answer: TaskLease,
  }),
  completeAssistantTask: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/assistants/:assistant/tasks/:task/complete'],
    access: 'assist',
    tag: 'results',
    summary: 'Answer a task; an output that could not be handed in is refused and the lease goes on',
    rawBody: { schema: Type.Object({ lease_id: Id, output: Type.Object({}) }) },
    refusals: ['JOB_STATE', 'FS_0003'],
    answer: Type.Object({ status: Type.Literal('completed') }),
  }),
  failAssistantTask: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/assistants/:assistant/tasks/:task/fail'],
    access: 'assist',
    tag: 'results',
    summary: 'Give a task up; with retry it is given out again, at most five times',
    body: Type.Object({
      lease_id: Id,
      message: Type.String({ maxLength: 2000 }),
      retry: Type.Optional(Type.Boolean()),
    }),
    refusals: ['JOB_STATE'],
    answer: Type.Object({ status: Type.String() }),
  }),
}
