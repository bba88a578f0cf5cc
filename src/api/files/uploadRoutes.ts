import { fileEndpoints } from '../../contract/files.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { findFile } from '../../store/project/files/uploadedFiles.ts'
import { findUpload } from '../../store/project/files/uploads.ts'
import { fileNotFound, removeFile } from '../../workflow/files/files.ts'
import type { ApiContext } from '../context.ts'
import { type Route, route } from '../http/route.ts'
import { sent } from '../http/sent.ts'
import { answerTus, tusFacts } from './tusCall.ts'

/** Resumable uploads, by tus 1.0. */
export function uploadRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(fileEndpoints.describeUploads, {
      handle: async ({ reply }) => {
        reply.code(204).headers(tusFacts(context)).send()
        return sent()
      },
    }),
    route(fileEndpoints.createUpload, {
      handle: ({ projectId, ...exchange }) => answerTus(context, projectId, exchange),
    }),
    route(fileEndpoints.getUpload, {
      handle: async ({ projectId, params, ...exchange }) => {
        if (exchange.request.method !== 'HEAD') return shownUpload(context, projectId, params.upload.toLowerCase())
        await answerTus(context, projectId, exchange)
        return sent()
      },
    }),
    route(fileEndpoints.continueUpload, {
      handle: ({ projectId, ...exchange }) => answerTus(context, projectId, exchange),
    }),
    route(fileEndpoints.deleteUpload, {
      handle: async ({ projectId, params, by, ...exchange }) => {
        const fileId = params.upload.toLowerCase()
        if (await findFile(pool, projectId, fileId)) {
          await removeFile(pool, context.files, by, { projectId, fileId })
          exchange.reply.code(204).send()
          return sent()
        }
        return answerTus(context, projectId, exchange)
      },
    }),
  ]
}

async function shownUpload({ pool }: ApiContext, projectId: string, uploadId: string) {
  const file = await findFile(pool, projectId, uploadId)
  if (file?.origin === 'upload') {
    const { name, bytes } = file
    return { upload_id: uploadId, name, size: bytes, offset: bytes, expires_at: null, file_id: uploadId }
  }
  const row = await findUpload(pool, { projectId, uploadId })
  if (!row) throw fileNotFound()
  const { name, bytes, received, expiresAt } = row
  const expires_at = isoTime(expiresAt)
  return { upload_id: uploadId, name, size: bytes, offset: received, expires_at, file_id: null }
}
