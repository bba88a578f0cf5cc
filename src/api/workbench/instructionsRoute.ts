import { Type } from 'typebox'
import { noteRead } from '../../store/project/tags/instructions.ts'
import { EmptyAnswer } from '../http/emptyAnswer.ts'
import { type Route, route } from '../http/route.ts'
import type { WorkbenchParts } from './parts.ts'
import { reachJob } from './reach.ts'

/** Who has read which version of a tag's instructions: they are shown again when they have changed since. */
export function instructionsRoute(workbench: WorkbenchParts): Route {
  const { pool, projects } = workbench.context
  return route({
    method: 'POST',
    paths: ['/api/jobs/:jid/instructions/read'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'Note that the person has read the instructions of the job’s tag at a version',
    body: Type.Object({ version: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }) }),
    answer: EmptyAnswer,
    handle: async ({ session, params, body }) => {
      const job = await reachJob(workbench, session, params.jid)
      const { project } = await projects.get(job.projectId)
      const current = (await projects.tagOfJob(job))?.instructionsVersion ?? 1
      const reader = { projectId: project.projectId, userId: session.userId, tag: job.tag }
      await noteRead(pool, reader, Math.min(body.version, current))
      return {}
    },
  })
}
