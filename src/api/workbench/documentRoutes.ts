import { documentEndpoints } from '../../contract/documents.ts'
import type { ReviewedDocumentAnswer } from '../../contract/payload.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sendBytes, sendWith } from '../http/sendJson.ts'
import { authorizeJob } from './authorizeJob.ts'
import { heldDocuments } from './heldDocuments.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** Documents that a job has, to be laid over one another. */
export function documentRoutes(workbench: WorkbenchContext): Route[] {
  const { context, documents } = workbench
  const find = async (session: Session, { jid, name }: { jid: string; name: string }) => {
    const job = await authorizeJob(workbench, session, jid)
    const found = (await heldDocuments(workbench, session, job)).find(({ row }) => row.name === name)
    if (!found) throw new ApiError('resource_error', 'this job has no such document')
    return { job, found }
  }
  return [
    route(documentEndpoints.listDocuments, {
      handle: async ({ session, params }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        return { documents: (await heldDocuments(workbench, session, job)).map(({ row }) => row) }
      },
    }),
    route(documentEndpoints.getDocument, {
      handle: async ({ session, params, reply }) => {
        const { job, found } = await find(session, params)
        const labelsUrl = found.labelsSha256 && `/api/jobs/${job.jobId}/documents/${params.name}/labels`
        const beside: Omit<ReviewedDocumentAnswer, 'document'> = { labelsUrl }
        const json = await documents.plain(job, await context.files.readAll(found.documentSha256))
        return sendWith(reply, beside, { document: json })
      },
    }),
    route(documentEndpoints.openDocumentLabels, {
      handle: async ({ session, params, reply }) => {
        const { found } = await find(session, params)
        if (!found.labelsSha256) throw new ApiError('resource_error', 'this document has no labels')
        return sendBytes(reply, await context.files.readAll(found.labelsSha256))
      },
    }),
  ]
}
