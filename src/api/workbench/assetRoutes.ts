import { documentEndpoints } from '../../contract/documents.ts'
import { readLink } from '../../store/linkSignature.ts'
import { holdsLease } from '../../store/project/assistants/runs.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { type Exchange, type Route, route } from '../http/route.ts'
import { PAGE_FILE, sendFile } from '../http/sendFile.ts'
import { notSignedIn } from '../http/sessionCheck.ts'
import { isAssistantLink, readTaskLink } from './assistantLink.ts'
import { authorizeProject } from './authorizeJob.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

const SHA256 = /^[0-9a-f]{64}$/

/** Files of a job for browsers, by the hash of their content, so that they can be cached forever. */
export function assetRoutes(workbench: WorkbenchContext): Route[] {
  return [
    route(documentEndpoints.openAsset, {
      handle: async ({ params: { jid, file }, query, request, reply }) => {
        const projectId = await openTo(workbench, jid, query, request)
        const type = SHA256.test(file) ? await typeOf(workbench, projectId, jid, file, query) : null
        if (!type) throw new ApiError('resource_error', 'the job has no such file')
        const { files } = workbench.context
        const known = await files.stat(file)
        if (!known) throw new ApiError('GONE', 'the file was removed')
        return sendFile(files, { sha256: file, bytes: known.bytes, contentType: type }, { request, reply }, PAGE_FILE)
      },
    }),
  ]
}

/** Browsers are shown what was made for them; the address of an assistant opens files as they were received, too. */
async function typeOf(
  { assets }: WorkbenchContext,
  projectId: string,
  jobId: string,
  file: string,
  { sig, until, task }: { sig?: string; until?: string; task?: string },
): Promise<string | null> {
  const shown = await assets.typeOf(projectId, jobId, file)
  const isAssistant = sig !== undefined && (until !== undefined || task !== undefined)
  return shown ?? (isAssistant ? assets.receivedTypeOf(projectId, jobId, file) : null)
}

/** The project of the job in the address, for a session that sees it or a signature that opens it. */
async function openTo(
  workbench: WorkbenchContext,
  jobId: string,
  { sig, until, task }: { sig?: string; until?: string; task?: string },
  request: Exchange['request'],
): Promise<string> {
  const { context, projectOfJob } = workbench
  if (sig !== undefined) {
    const projectId = await projectOfJob(jobId)
    if (!projectId) throw noSuchJob()
    const { linkSecret, project } = await context.projects.get(projectId)
    if (until !== undefined) {
      if (isAssistantLink(linkSecret, jobId.toLowerCase(), until, sig)) return projectId
      throw noSuchJob()
    }
    if (task !== undefined) {
      const lease = readTaskLink(linkSecret, jobId.toLowerCase(), task, sig)
      if (lease && (await holdsLease(context.pool, { projectId, ...lease }))) return projectId
      throw noSuchJob()
    }
    const link = readLink(linkSecret, 'viewer', jobId.toLowerCase(), sig)
    if (!link || !(await context.sessions.isLinkOpen(link, project.projectId))) throw noSuchJob()
    return projectId
  }
  const session = await context.sessions.find(request)
  if (!session) throw notSignedIn()
  return authorizeProject(workbench, session, jobId)
}
