import { exportEndpoints } from '../../contract/exports.ts'
import { isUuid } from '../../model/uuid.ts'
import { findExport } from '../../store/project/exports/exports.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { linkedFile, sendFile } from '../http/sendFile.ts'
import { exportName, readExportLink } from './exportLink.ts'

/** The archive of an export: by its signed address until it expires, or with a key of the project. */
export function exportDownloadRoute(context: ApiContext): Route {
  return route(exportEndpoints.downloadExport, {
    handle: async ({ params, query, request, reply }) => {
      const missing = new ApiError('resource_error', 'there is no such export, or its URL has expired')
      const projectId = params.project.toLowerCase()
      const project = isUuid(projectId) ? await context.projects.find(projectId) : null
      const key = request.headers['x-api-key']
      const link = project && readExportLink(project.linkSecret, params.eid, query, Date.now())
      if (!link || !(await context.sessions.isLinkOpen(link, projectId))) {
        if (key === undefined) throw missing
        await context.keys.check(key, 'read', projectId, performance.now())
      }
      const row = project && isUuid(params.eid) ? await findExport(context.pool, projectId, params.eid) : null
      if (!row?.sha256 || row.size === null || params.name !== exportName(row)) throw missing
      const file = { sha256: row.sha256, bytes: row.size, name: exportName(row), contentType: 'application/zip' }
      return sendFile(context.files, file, { request, reply }, linkedFile(file.name, 'attachment'))
    },
  })
}
