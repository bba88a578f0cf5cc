import { randomUUID } from 'node:crypto'
import { jobActionEndpoints } from '../../contract/jobActions.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import type { KeyHolder } from '../../store/cluster/keys/keys.ts'
import { endAction, findAction, type JobAction, listRefusals } from '../../store/project/actions/actions.ts'
import { startJobAction } from '../../workflow/actions/jobActions.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { readSelection, readValue } from './actionRequest.ts'

const BODY_BYTES = 1024 * 1024

/** Routes for one action on many jobs: a worker lists and processes them, and continues after another one died. */
export function actionRoutes(context: ApiContext): Route[] {
  const { pool } = context
  const found = async (projectId: string, actionId: string) => {
    const action = await findAction(pool, projectId, actionId)
    if (!action) throw new ApiError('resource_error', 'this project has no such action')
    return shownAction(context, action)
  }
  return [
    route(jobActionEndpoints.startJobAction, {
      maxBodyBytes: BODY_BYTES,
      handle: async ({ projectId, body, key, session, by }) => {
        const asked = { action: body.action, dry_run: body.dry_run ?? false }
        refuseWithoutScope(asked.action, key)
        const made = {
          project_id: projectId,
          id: randomUUID(),
          ...asked,
          value: await readValue(context, projectId, body),
          selection: readSelection(body),
          export_id: asked.action === 'export' && !asked.dry_run ? randomUUID() : null,
          key_id: key?.keyId ?? null,
          user_id: session?.userId ?? null,
        }
        await startJobAction(pool, by, made, { ...asked, filter: body.filter, value: body.value })
        context.wake('tasks')
        return { action_id: made.id, export_id: made.export_id }
      },
    }),
    route(jobActionEndpoints.getJobAction, {
      handle: ({ projectId, params }) => found(projectId, params.aid),
    }),
    route(jobActionEndpoints.cancelJobAction, {
      handle: async ({ projectId, params }) => {
        await endAction(pool, projectId, params.aid, 'cancelled')
        return found(projectId, params.aid)
      },
    }),
  ]
}

/** An action that reads or annotates needs the key that may. */
function refuseWithoutScope(action: string, key: KeyHolder | null): void {
  const scope = action === 'export' ? 'read' : action === 'assist' ? 'annotate' : null
  if (scope && key?.projectId && !key.scopes.has(scope))
    throw new ApiError('unauthorized', `the action ${action} needs a key with the scope ${scope}`)
}

async function shownAction({ pool }: ApiContext, action: JobAction) {
  const refusals = action.refused > 0 ? await listRefusals(pool, action) : []
  return {
    action_id: action.id,
    action: action.action,
    status: action.status,
    dry_run: action.dry_run,
    progress: { total: action.total, done: action.done, refused: action.refused },
    refusals: refusals.map(({ jobId, code }) => ({ job_id: jobId, code })),
    export_id: action.export_id,
    created_at: isoTime(action.created_at),
    completed_at: isoTimeOrNull(action.completed_at),
  }
}
