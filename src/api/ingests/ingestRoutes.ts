import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { type IngestAnswer, ingestEndpoints } from '../../contract/ingests.ts'
import { foundWords } from '../../formats/errors/fault.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import {
  findIngest,
  INGESTS_A_PAGE,
  type IngestRow,
  type IngestSource,
  listIngests,
} from '../../store/project/ingests/ingests.ts'
import {
  cancelIngest,
  createIngest,
  ingestNotFound,
  rerunIngest,
  startIngest,
} from '../../workflow/exchanges/ingests.ts'
import type { ApiContext } from '../context.ts'
import { placeTokens } from '../http/placeToken.ts'
import { type Route, route } from '../http/route.ts'
import { readIngestBody } from './ingestRequest.ts'

const tokens = placeTokens('ingests')

/** Ingests: files become jobs. A worker reads the source. */
export function ingestRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(ingestEndpoints.createIngest, {
      maxBodyBytes: context.config.maxBodyBytes,
      handle: async ({ bytes, projectId, key, session, by }) => {
        const { ingest, urls } = await readIngestBody(context, projectId, bytes)
        const ingestId = randomUUID()
        const caller = { keyId: key?.keyId ?? null, userId: session?.userId ?? null }
        const made = { projectId, ingestId, rerunOf: null, ...ingest, ...caller }
        await createIngest(pool, by, made, urls, { ...ingest, source: shownSource(ingest.source) })
        context.wake('tasks')
        return { ingest_id: ingestId, status: 'queued' as const }
      },
    }),
    route(ingestEndpoints.listIngests, {
      handle: async ({ projectId, query }) => {
        const after = query.page_token === undefined ? null : tokens.read(query.page_token)
        const rows = await listIngests(pool, projectId, after)
        const page = rows.slice(0, INGESTS_A_PAGE)
        const last = page.at(-1)
        return {
          ingests: page.map(shownIngest),
          next_page_token:
            last && rows.length > page.length ? tokens.make({ createdAt: last.createdAt, id: last.ingestId }) : null,
        }
      },
    }),
    route(ingestEndpoints.getIngest, {
      handle: async ({ projectId, params }) => {
        const row = await findIngest(pool, projectId, params.nid)
        if (!row) throw ingestNotFound()
        return shownIngest(row)
      },
    }),
    route(ingestEndpoints.startIngest, {
      handle: async ({ projectId, params, by }) => {
        await startIngest(pool, by, { projectId, ingestId: params.nid })
        context.wake('tasks')
        return { ingest_id: params.nid, status: 'creating' as const }
      },
    }),
    route(ingestEndpoints.rerunIngest, {
      handle: async ({ projectId, params, by, key, session }) => {
        const caller = { keyId: key?.keyId ?? null, userId: session?.userId ?? null }
        const ingestId = await rerunIngest(pool, by, { projectId, ingestId: params.nid }, caller)
        context.wake('tasks')
        return { ingest_id: ingestId, status: 'queued' as const }
      },
    }),
    route(ingestEndpoints.cancelIngest, {
      handle: async ({ projectId, params, by, ...caller }) => {
        await cancelIngest(pool, context.files, by, caller, { projectId, ingestId: params.nid })
        return null
      },
    }),
  ]
}

/** The address without its query and user, which may be secrets. */
const shownSource = (source: IngestSource) => {
  if ('url' in source) return { url: withoutQuery(source.url) }
  return 'files' in source ? { files: [...source.files] } : source
}

const withoutQuery = (url: string): string => foundWords(url).replace(/\?…$/, '')

const shownIngest = (row: IngestRow): Static<typeof IngestAnswer> => ({
  ingest_id: row.ingestId,
  tag: row.tag,
  source: shownSource(row.source),
  options: row.options,
  batch_id: row.batchId,
  rerun_of: row.rerunOf,
  status: row.status,
  layout: row.foundLayout,
  why: row.why,
  plan: row.plan && {
    ...row.plan,
    sensors: row.plan.sensors.map((one) => ({ ...one })),
    skipped: row.plan.skipped.map((one) => ({ ...one })),
    sample: row.plan.sample.map((one) => ({ ...one })),
    warnings: row.plan.warnings.map((one) => ({ ...one })),
  },
  created: row.created,
  duplicates: row.duplicates,
  progress: {
    files_done: row.filesDone,
    files_total: row.filesTotal,
    bytes_done: row.bytesDone,
    bytes_total: row.bytesTotal,
  },
  failures: row.failures.map((one) => ({ ...one })),
  failures_total: row.failuresTotal,
  error: row.error,
  created_at: isoTime(row.createdAt),
  completed_at: isoTimeOrNull(row.completedAt),
})
