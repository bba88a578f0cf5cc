import { Type } from 'typebox'
import { isoTime } from '../../formats/isoTime.ts'
import { type GivenUpTask, listGivenUp } from '../../store/cluster/tasks/givenUp.ts'
import { dropTask, retryTask } from '../../workflow/jobs/givenUpTasks.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'

const ShownTask = Type.Object({
  task_id: Type.Integer(),
  project_id: Type.String({ format: 'uuid' }),
  kind: Type.String(),
  subject_id: Type.String({ format: 'uuid', description: 'the job, or what else the step is about' }),
  attempts: Type.Integer(),
  note: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String(),
  failed_at: Type.String(),
})

/** Steps that the service gave up, for its operator. */
export function taskRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route({
      method: 'GET',
      paths: ['/v1/tasks'],
      access: { key: 'admin', session: 'manageTasks' },
      tag: 'administration',
      summary: 'Failed tasks, newest first, at most 1,000',
      answer: Type.Object({ tasks: Type.Array(ShownTask) }),
      handle: async () => ({ tasks: (await listGivenUp(pool)).map(shownTask) }),
    }),
    route({
      method: 'POST',
      paths: ['/v1/tasks/:tid/retry'],
      access: { key: 'admin', session: 'manageTasks' },
      tag: 'administration',
      summary: 'Retry a failed task',
      body: Type.Object({}),
      bodyOptional: true,
      answer: ShownTask,
      handle: async ({ params, by }) => {
        const task = await retryTask(pool, by, taskId(params.tid))
        context.wake('tasks')
        return shownTask(task)
      },
    }),
    route({
      method: 'DELETE',
      paths: ['/v1/tasks/:tid'],
      access: { key: 'admin', session: 'manageTasks' },
      tag: 'administration',
      summary: 'Drop a failed task; its job does not change',
      answer: ShownTask,
      handle: async ({ params, by }) => shownTask(await dropTask(pool, by, taskId(params.tid))),
    }),
  ]
}

function taskId(text: string): number {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text)
  throw new ApiError('resource_error', 'there is no such failed task')
}

const shownTask = (task: GivenUpTask) => ({
  task_id: task.id,
  project_id: task.project_id,
  kind: task.kind,
  subject_id: task.subject_id,
  attempts: task.attempts,
  note: task.note,
  created_at: isoTime(task.created_at),
  failed_at: isoTime(task.failed_at),
})
