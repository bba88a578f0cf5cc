import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { type ExportAnswer, exportEndpoints } from '../../contract/exports.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { formatList } from '../../interchange/formatList.ts'
import { EXPORTS_A_PAGE, type ExportRow, findExport, listExports } from '../../store/project/exports/exports.ts'
import { createExport, deleteExport, exportNotFound } from '../../workflow/exchanges/exports.ts'
import type { ApiContext } from '../context.ts'
import { placeTokens } from '../http/placeToken.ts'
import { type Route, route } from '../http/route.ts'
import { exportUrl } from './exportLink.ts'
import { readDestination, readFilter, readFormat, readSplits } from './exportRequest.ts'

const LOSSES_SHOWN = 20

/**
 * An export in the form of answers; its address only while the archive exists, and the person who requested it, if any.
 */
async function shownExport(context: ApiContext, row: ExportRow, madeBy: string | null): Promise<ExportAnswerType> {
  const { filter, splits, files, destination, options } = row.request
  const { linkSecret } = await context.projects.get(row.projectId)
  return {
    export_id: row.exportId,
    format: row.format,
    filter,
    splits,
    files,
    destination,
    options,
    status: row.status,
    progress: { jobs_done: row.jobsDone, jobs_total: row.jobsTotal, bytes: row.bytesDone },
    url: row.sha256 && row.expiresAt ? exportUrl(context.baseUrl(), linkSecret, row, madeBy) : null,
    size: row.size,
    sha256: row.sha256,
    content_sha256: row.contentSha256,
    losses: row.losses.slice(0, LOSSES_SHOWN),
    losses_total: row.losses.length,
    created_at: isoTime(row.createdAt),
    completed_at: isoTimeOrNull(row.completedAt),
    expires_at: isoTimeOrNull(row.expiresAt),
    error: row.error,
  }
}

type ExportAnswerType = Static<typeof ExportAnswer>

/** 10,000 reference_ids. */
const BODY_BYTES = 4 * 1024 * 1024

const tokens = placeTokens('exports')

/** Exports of completed work in training formats: written by a worker, downloaded when they are done. */
export function exportRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(exportEndpoints.listFormats, {
      handle: async () => ({ formats: formatList() }),
    }),
    route(exportEndpoints.createExport, {
      maxBodyBytes: BODY_BYTES,
      handle: async ({ body, projectId, key, session, by: caller }) => {
        const format = readFormat(body, key?.projectId === null)
        const filter = await readFilter(context, projectId, format, body.filter)
        const exportId = randomUUID()
        const { files = 'none', options = {} } = body
        const destination = await readDestination(context, projectId, body.destination)
        const request = { filter: body.filter ?? {}, splits: readSplits(body), files, destination, options }
        const by = { keyId: key?.keyId ?? null, userId: session?.userId ?? null }
        await createExport(pool, caller, { projectId, exportId, format: format.format, request, ...by }, filter)
        context.wake('tasks')
        return { export_id: exportId, status: 'queued' as const }
      },
    }),
    route(exportEndpoints.listExports, {
      handle: async ({ projectId, query, session }) => {
        const after = query.page_token === undefined ? null : tokens.read(query.page_token)
        const rows = await listExports(pool, projectId, after)
        const page = rows.slice(0, EXPORTS_A_PAGE)
        const last = page.at(-1)
        return {
          exports: await Promise.all(page.map((row) => shownExport(context, row, session?.userId ?? null))),
          next_page_token:
            last && rows.length > page.length ? tokens.make({ createdAt: last.createdAt, id: last.exportId }) : null,
        }
      },
    }),
    route(exportEndpoints.getExport, {
      handle: async ({ projectId, params, session }) => {
        const row = await findExport(pool, projectId, params.eid)
        if (!row) throw exportNotFound()
        return shownExport(context, row, session?.userId ?? null)
      },
    }),
    route(exportEndpoints.removeExport, {
      handle: async ({ projectId, params, by, ...caller }) => {
        await deleteExport(pool, context.files, by, caller, { projectId, exportId: params.eid })
        return null
      },
    }),
  ]
}
