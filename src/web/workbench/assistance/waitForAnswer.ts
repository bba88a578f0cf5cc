import type { AssistBody } from '../../../contract/assist.ts'
import type { ShownRun, ShownSuggestion } from '../../../contract/assistants.ts'
import { isJsonObject } from '../../../formats/results/read.ts'
import type { EditorSession } from '../../document/session.ts'
import { request } from '../../kit/api.ts'
import { assistErrorMessage } from '../../kit/errorMessage.ts'
import { MessageError } from '../../kit/messageError.ts'

const POLL_MS = 400

export interface Waiting {
  signal?: AbortSignal
  onProgress?(progress: number | null): void
  /** Called with the suggestions found so far. */
  onPartial?(found: readonly ShownSuggestion[]): void
}

/**
 * An assistant's suggestions, immediately or, from a queue, once a machine has claimed the request. The signal
 * withdraws the request.
 * @throws ApiFailure, MessageError
 */
export async function waitForAnswer(
  { job }: EditorSession,
  body: AssistBody,
  { signal, onProgress, onPartial }: Waiting = {},
): Promise<readonly ShownSuggestion[]> {
  const jid = job.job.jobId
  const onLine = (line: unknown) => {
    if (isProgress(line)) onProgress?.(line.progress)
    if (isPartial(line)) onPartial?.(line.partial.suggestions)
  }
  const answer = await request('POST /api/jobs/:jid/assist', { params: { jid }, body, signal, onLine })
  if ('suggestions' in answer) return answer.suggestions
  const params = { jid, rid: answer.run_id }
  const withdraw = () => void request('DELETE /api/jobs/:jid/assist/:rid', { params }).catch(() => {})
  signal?.addEventListener('abort', withdraw)
  try {
    for (;;) {
      const run = await request('GET /api/jobs/:jid/assist/:rid', { params, signal })
      if (run.status !== 'queued' && run.status !== 'running') return suggestionsOf(run)
      onProgress?.(run.progress)
      onPartial?.(run.suggestions)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  } finally {
    signal?.removeEventListener('abort', withdraw)
  }
}

const isProgress = (line: unknown): line is { progress: number } =>
  isJsonObject(line) && typeof line.progress === 'number'
const isPartial = (line: unknown): line is { partial: { suggestions: ShownSuggestion[] } } =>
  isJsonObject(line) && isJsonObject(line.partial) && Array.isArray(line.partial.suggestions)

function suggestionsOf({ status, error, suggestions }: ShownRun): readonly ShownSuggestion[] {
  if (status === 'completed') return suggestions
  throw new MessageError(assistErrorMessage(error?.code ?? 'CANCELLED'), error?.message ?? status)
}
