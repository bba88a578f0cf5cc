import type { Saved, SaveOperations } from '../../formats/workbench/work.ts'
import { isWorkConflict } from '../../formats/workbench/workConflict.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import type { DocumentServer, SaveAnswer } from './documentServer.ts'

/** Of the caller: sends JSON, answers `data`, and throws what `failureOf` understands. */
export interface WorkApi {
  post<T>(address: string, body: unknown): Promise<T>
  failureOf(error: unknown): { status: number; said: Message; meta: Readonly<Record<string, unknown>> } | null
}

/** Saves through the service's workbench routes. */
export function httpDocumentServer(jobId: string, api: WorkApi): DocumentServer {
  const base = `/api/jobs/${encodeURIComponent(jobId)}`
  return {
    async save(batch) {
      const body: SaveOperations = { ...batch, operations: [...batch.operations] }
      try {
        const { version } = await api.post<Saved>(`${base}/operations`, body)
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
  }
}

/** null: nothing was decided (no connection, a busy or failing server, a session that ended); to be tried again. */
function answerOf(failure: ReturnType<WorkApi['failureOf']>): SaveAnswer | null {
  if (!failure) return null
  const { status, said, meta } = failure
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
