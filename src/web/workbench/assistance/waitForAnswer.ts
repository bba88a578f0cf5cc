import type { AssistAsk, RunRow, SuggestionRow } from '../../../formats/workbench/assistance.ts'
import type { EditorSession } from '../../document/session.ts'
import { request } from '../../kit/api.ts'
import { assistErrorMessage } from '../../kit/errorMessage.ts'
import { MessageError } from '../../kit/messageError.ts'

const POLL_MS = 400

interface Waiting {
  signal?: AbortSignal
  onProgress?(progress: number | null): void
}

/**
 * What an assistant suggests, at once or, from a queue, as soon as a machine has taken the question up. With the signal
 * the question is withdrawn. @throws ApiFailure, MessageError
 */
export async function waitForAnswer(
  { job }: EditorSession,
  body: AssistAsk,
  { signal, onProgress }: Waiting = {},
): Promise<readonly SuggestionRow[]> {
  const jid = job.job.jobId
  const answer = await request('POST /api/jobs/:jid/assist', { params: { jid }, body, signal })
  if ('suggestions' in answer) return answer.suggestions
  const params = { jid, rid: answer.run_id }
  const withdraw = () => void request('DELETE /api/jobs/:jid/assist/:rid', { params }).catch(() => {})
  signal?.addEventListener('abort', withdraw)
  try {
    for (;;) {
      const run = await request('GET /api/jobs/:jid/assist/:rid', { params, signal })
      if (run.status !== 'queued' && run.status !== 'running') return suggestionsOf(run)
      onProgress?.(run.progress)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  } finally {
    signal?.removeEventListener('abort', withdraw)
  }
}

function suggestionsOf({ status, error, suggestions }: RunRow): readonly SuggestionRow[] {
  if (status === 'completed') return suggestions
  throw new MessageError(assistErrorMessage(error?.code ?? 'CANCELLED'), error?.message ?? status)
}
