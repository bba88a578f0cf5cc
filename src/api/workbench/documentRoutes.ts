import { Type } from 'typebox'
import { orNull, stringEnum, Time } from '../../formats/json/schemas.ts'
import type { ReviewedDocument } from '../../formats/workbench/job.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sendBytes, sendWith } from '../http/sendJson.ts'
import { ReviewedDocumentAnswer } from './answers.ts'
import { heldDocuments } from './heldDocuments.ts'
import type { WorkbenchParts } from './parts.ts'
import { reachJob } from './reach.ts'

const HeldDocuments = Type.Object({
  documents: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: stringEnum('result', 'prediction', 'review', 'submission', 'candidate', 'truth'),
      number: orNull(Type.Integer()),
      by: orNull(Type.String({ description: 'a person, or the letter of a candidate' })),
      at: orNull(Time),
    }),
  ),
})

/** Documents that a job has, to be laid over one another. */
export function documentRoutes(workbench: WorkbenchParts): Route[] {
  const { context, documents } = workbench
  const access = { session: 'viewJobs' } as const
  const find = async (session: Session, { jid, name }: { jid: string; name: string }) => {
    const job = await reachJob(workbench, session, jid)
    const found = (await heldDocuments(workbench, session, job)).find(({ row }) => row.name === name)
    if (!found) throw new ApiError('resource_error', 'this job has no such document')
    return { job, found }
  }
  return [
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid/documents'],
      access,
      tag: 'pages',
      summary: 'Documents of a job that this person may compare',
      answer: HeldDocuments,
      handle: async ({ session, params }) => {
        const job = await reachJob(workbench, session, params.jid)
        return { documents: (await heldDocuments(workbench, session, job)).map(({ row }) => row) }
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid/documents/:name'],
      access,
      tag: 'pages',
      summary: 'One of the documents of a job, by its name in the list',
      answer: ReviewedDocumentAnswer,
      handle: async ({ session, params, reply }) => {
        const { job, found } = await find(session, params)
        const labelsUrl = found.labelsSha256 && `/api/jobs/${job.jobId}/documents/${params.name}/labels`
        const beside: Omit<ReviewedDocument, 'document'> = { labelsUrl }
        const json = await documents.plain(job, await context.files.readAll(found.documentSha256))
        return sendWith(reply, beside, { document: json })
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid/documents/:name/labels'],
      access,
      tag: 'pages',
      summary: 'Labels of one of the documents of a job, as bytes',
      answerType: 'application/octet-stream',
      handle: async ({ session, params, reply }) => {
        const { found } = await find(session, params)
        if (!found.labelsSha256) throw new ApiError('resource_error', 'this document has no labels')
        return sendBytes(reply, await context.files.readAll(found.labelsSha256))
      },
    }),
  ]
}
