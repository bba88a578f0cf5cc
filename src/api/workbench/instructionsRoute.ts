import { workEndpoints } from '../../contract/work.ts'
import { noteRead } from '../../store/project/tags/instructions.ts'
import { type Route, route } from '../http/route.ts'
import { authorizeJob } from './authorizeJob.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** Who has read which version of a tag's instructions: they are shown again when they have changed since. */
export function instructionsRoute(workbench: WorkbenchContext): Route {
  const { pool, projects } = workbench.context
  return route(workEndpoints.readInstructions, {
    handle: async ({ session, params, body }) => {
      const job = await authorizeJob(workbench, session, params.jid)
      const { project } = await projects.get(job.projectId)
      const current = (await projects.tagOfJob(job))?.instructionsVersion ?? 1
      const reader = { projectId: project.projectId, userId: session.userId, tag: job.tag }
      await noteRead(pool, reader, Math.min(body.version, current))
      return {}
    },
  })
}
