import { randomUUID } from 'node:crypto'
import { type FileAnswer, fileEndpoints } from '../../contract/files.ts'
import { fileAddress } from '../../formats/files/fileAddress.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { filesInUse } from '../../store/project/files/fileUses.ts'
import { FILES_A_PAGE, findFile, listFiles, type UploadedFile } from '../../store/project/files/uploadedFiles.ts'
import { addFile, fileNotFound, removeFile } from '../../workflow/files/files.ts'
import type { ApiContext } from '../context.ts'
import { placeTokens } from '../http/placeToken.ts'
import { type Route, route } from '../http/route.ts'
import { sendFile } from '../http/sendFile.ts'
import { checkedName } from './fileName.ts'
import { receiveFile } from './receivedFile.ts'

const tokens = placeTokens('files')

/** Files that customers upload, for jobs and ingests. */
export function fileRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(fileEndpoints.createFile, {
      handle: async ({ projectId, query, request }) => {
        const name = checkedName(query.name)
        const { stored, ...type } = await receiveFile(context, request.raw)
        const made = { projectId, fileId: randomUUID(), name, ...type }
        const file = await addFile(pool, made, stored, context.config.uploadDays)
        return shownFile(file, false)
      },
    }),
    route(fileEndpoints.listFiles, {
      handle: async ({ projectId, query }) => {
        const after = query.page_token === undefined ? null : tokens.read(query.page_token)
        const rows = await listFiles(pool, projectId, { after, name: query.name ?? null })
        const page = rows.slice(0, FILES_A_PAGE)
        const last = page.at(-1)
        const isMore = rows.length > page.length
        return {
          files: await shownFiles(context, projectId, page),
          next_page_token: last && isMore ? tokens.make({ createdAt: last.createdAt, id: last.fileId }) : null,
        }
      },
    }),
    route(fileEndpoints.getFile, {
      handle: async ({ projectId, params }) => {
        const [shown] = await shownFiles(context, projectId, [await uploadedFile(context, projectId, params.fid)])
        return shown
      },
    }),
    route(fileEndpoints.getFileContent, {
      handle: async ({ projectId, params, request, reply }) => {
        const { sha256, bytes, mediaType } = await uploadedFile(context, projectId, params.fid)
        const file = { sha256, bytes, contentType: mediaType }
        return sendFile(context.files, file, { request, reply }, { 'content-disposition': 'attachment' })
      },
    }),
    route(fileEndpoints.deleteFile, {
      handle: async ({ projectId, params, by }) => {
        await removeFile(pool, context.files, by, { projectId, fileId: params.fid.toLowerCase() })
        return null
      },
    }),
  ]
}

async function uploadedFile({ pool }: ApiContext, projectId: string, fileId: string): Promise<UploadedFile> {
  const file = await findFile(pool, projectId, fileId)
  if (file?.origin !== 'upload') throw fileNotFound()
  return file
}

async function shownFiles({ pool }: ApiContext, projectId: string, files: readonly UploadedFile[]) {
  const used = await filesInUse(
    pool,
    projectId,
    files.map(({ fileId }) => fileId),
  )
  return files.map((file) => shownFile(file, used.has(file.fileId)))
}

const shownFile = (file: UploadedFile, isUsed: boolean): FileAnswer => ({
  file_id: file.fileId,
  url: fileAddress(file.fileId, file.name),
  name: file.name,
  size: file.bytes,
  sha256: file.sha256,
  kind: file.kind,
  media_type: file.mediaType,
  in_use: isUsed,
  created_at: isoTime(file.createdAt),
  expires_at: isoTimeOrNull(file.expiresAt),
})
