import type { JobChecks } from '../../contract/checks.ts'
import type { BatchBody, SavedAnswer } from '../../contract/work.ts'
import { DOCUMENT_HASH_HEADER } from '../../formats/workbench/work.ts'
import { isWorkConflict } from '../../formats/workbench/workConflict.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import type { DocumentServer, SaveAnswer } from './documentServer.ts'

/** The caller's API client: it sends JSON, returns `data`, and throws errors that `failureOf` understands. */
export interface WorkApi {
  post<T>(address: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<T>
  get<T>(address: string, signal: AbortSignal): Promise<T>
  failureOf(
    error: unknown,
  ): { status: number; code: string; said: Message; meta: Readonly<Record<string, unknown>> } | null
}

/** Saves through the service's workbench routes. */
export function httpDocumentServer(jobId: string, api: WorkApi): DocumentServer {
  const base = `/api/jobs/${encodeURIComponent(jobId)}`
  return {
    async save({ documentHash, ...batch }) {
      const body: BatchBody = { ...batch, operations: [...batch.operations] }
      const headers: Record<string, string> = documentHash === undefined ? {} : { [DOCUMENT_HASH_HEADER]: documentHash }
      try {
        const { version } = await api.post<SavedAnswer>(`${base}/operations`, body, headers)
        return { kind: 'saved', version }
      } catch (error) {
        const answer = answerOf(api.failureOf(error))
        if (answer) return answer
        throw error
      }
    },
    async saveDraft({ batchId, baseVersion, operations }) {
      await api.post(`${base}/drafts`, { batchId, baseVersion, operations })
    },
    checks: (version, signal) => api.get<JobChecks>(`${base}/checks?version=${version}`, signal),
  }
}

/** null: undecided (no connection, a busy or failing server, an expired session); to be retried. */
function answerOf(failure: ReturnType<WorkApi['failureOf']>): SaveAnswer | null {
  if (!failure) return null
  const { status, code, said, meta } = failure
  if (code === 'DOCUMENT_DIFFERS') return { kind: 'differs', detail: msg('save.differs') }
  if (status === 409 && isWorkConflict(meta)) {
    if (meta.reason === 'LEASE_LOST') {
      const holder = meta.holder?.name
      const detail = holder ? msg('save.heldBy', { name: holder }) : msg('save.notHeld')
      return { kind: 'lease_lost', detail }
    }
    if (meta.reason === 'VERSION') {
      return { kind: 'conflict', detail: msg('save.conflict') }
    }
  }
  const isFinal = status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status)
  return isFinal ? { kind: 'refused', detail: said } : null
}
