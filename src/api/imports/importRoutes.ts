import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { type ImportAnswer, importEndpoints, ZIP } from '../../contract/imports.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { MAX_IMPORT_BYTES } from '../../model/limits.ts'
import { putClaimed } from '../../store/cluster/files/claims.ts'
import { findImport, IMPORTS_A_PAGE, type ImportRow, listImports } from '../../store/project/imports/imports.ts'
import { createImport, deleteImport, importNotFound } from '../../workflow/exchanges/imports.ts'
import type { ApiContext } from '../context.ts'
import { placeTokens } from '../http/placeToken.ts'
import { type Route, route } from '../http/route.ts'
import { streamBody } from '../http/streamBody.ts'
import { readImportBody, readImportQuery } from './importRequest.ts'

const tokens = placeTokens('imports')

/** Imports of labels made elsewhere: read by a worker, given to jobs as their starting point. */
export function importRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(importEndpoints.createImport, {
      handle: async ({ bytes, projectId, query, request, key, session, by: caller }) => {
        const isArchive = isZip(request.headers['content-type'])
        const wanted = await (isArchive
          ? readImportQuery(context, projectId, query)
          : readImportBody(context, projectId, bytes))
        const archive = isArchive
          ? await putClaimed(pool, context.files, streamBody(request.raw, MAX_IMPORT_BYTES))
          : null
        const importId = randomUUID()
        const by = { keyId: key?.keyId ?? null, userId: session?.userId ?? null }
        await createImport(pool, caller, { projectId, importId, ...wanted, ...by }, archive, wanted)
        context.wake('tasks')
        return { import_id: importId, status: 'queued' as const }
      },
    }),
    route(importEndpoints.listImports, {
      handle: async ({ projectId, query }) => {
        const after = query.page_token === undefined ? null : tokens.read(query.page_token)
        const rows = await listImports(pool, projectId, after)
        const page = rows.slice(0, IMPORTS_A_PAGE)
        const last = page.at(-1)
        return {
          imports: page.map(shownImport),
          next_page_token:
            last && rows.length > page.length ? tokens.make({ createdAt: last.createdAt, id: last.importId }) : null,
        }
      },
    }),
    route(importEndpoints.getImport, {
      handle: async ({ projectId, params }) => {
        const row = await findImport(pool, projectId, params.mid)
        if (!row) throw importNotFound()
        return shownImport(row)
      },
    }),
    route(importEndpoints.removeImport, {
      handle: async ({ projectId, params, by, ...caller }) => {
        await deleteImport(pool, context.files, by, caller, { projectId, importId: params.mid })
        return null
      },
    }),
  ]
}

const isZip = (contentType: string | undefined): boolean => contentType?.split(';')[0].trim().toLowerCase() === ZIP

const shownImport = (row: ImportRow): ImportAnswerType => ({
  import_id: row.importId,
  format: row.format,
  tag: row.tag,
  into: row.request.into,
  options: row.request.options,
  status: row.status,
  progress: { parts_done: row.partsDone, parts_total: row.partsTotal, bytes: row.bytes },
  matched: row.matched,
  created: row.created,
  classes: row.classes.map((one) => ({ ...one })),
  unmatched: row.unmatched.map((one) => ({ ...one })),
  unmatched_total: row.unmatchedTotal,
  failures: row.failures.map((one) => ({ ...one })),
  failures_total: row.failuresTotal,
  failure_kinds: row.failureKinds.map((one) => ({ ...one })),
  created_at: isoTime(row.createdAt),
  completed_at: isoTimeOrNull(row.completedAt),
  error: row.error,
})

type ImportAnswerType = Static<typeof ImportAnswer>
