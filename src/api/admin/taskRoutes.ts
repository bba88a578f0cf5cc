import { installationEndpoints } from '../../contract/installation.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { type GivenUpTask, listGivenUp } from '../../store/cluster/tasks/givenUp.ts'
import { dropTask, retryTask } from '../../workflow/jobs/givenUpTasks.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'

/** Steps that the service gave up, for its operator. */
export function taskRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(installationEndpoints.listTasks, {
      handle: async () => ({ tasks: (await listGivenUp(pool)).map(shownTask) }),
    }),
    route(installationEndpoints.retryTask, {
      handle: async ({ params, by }) => {
        const task = await retryTask(pool, by, taskId(params.tid))
        context.wake('tasks')
        return shownTask(task)
      },
    }),
    route(installationEndpoints.dropTask, {
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
