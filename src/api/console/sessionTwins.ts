import type { ApiContext } from '../context.ts'
import { placeInProject, seesOwnJobsOnly } from '../customer/reachedJob.ts'
import type { AnyCall, Route } from '../http/route.ts'
import { mayNot } from '../http/sessionCheck.ts'

/** They name any job of the project. */
const OF_ALL_JOBS = /\/(exports|imports|actions|files|uploads)(\/|$)/

/**
 * Customers' and operators' routes that people use too: under `/api` with the newest form of the path, authorized by a
 * session with the permission that the route names. Handlers, bodies and answers are the same; a job is that of the
 * person, who may have their own copy.
 */
export const sessionTwins = (context: ApiContext, routes: readonly Route[]): Route[] =>
  routes.flatMap(({ access, paths, handle, ...rest }): Route[] => {
    if (typeof access !== 'object' || !('key' in access)) return []
    const path = `/api${paths[paths.length - 1]}`
    const twin = async (call: AnyCall) => handle({ ...call, projectId: await placeOf(context, path, call) })
    return [{ ...rest, paths: [path], access: { session: access.session }, tag: 'pages', handle: twin }]
  })

async function placeOf(context: ApiContext, path: string, { projectId, params, session }: AnyCall): Promise<string> {
  if (!session || projectId === '') return projectId
  if (params.jid !== undefined) return placeInProject(context, session, projectId, params.jid.toLowerCase())
  if (OF_ALL_JOBS.test(path) && (await seesOwnJobsOnly(context, session, projectId))) throw mayNot()
  return projectId
}
