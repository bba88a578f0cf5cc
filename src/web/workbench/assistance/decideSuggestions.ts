import type { OpenSuggestion } from '../../document/openSuggestions.ts'
import type { EditorSession } from '../../document/session.ts'
import { request } from '../../kit/api.ts'

/**
 * Takes suggestions into the document as one step of undo; they are ordinary objects from here on. The service hears of
 * it when the work is saved: without a connection the objects are there all the same.
 * @throws ApiFailure when the service cannot be told; then the suggestions stay counted as open there
 */
export async function takeSuggestions(session: EditorSession, taken: readonly OpenSuggestion[]): Promise<void> {
  if (taken.length === 0 || session.readOnly) return
  const edits = taken[0].editsOf(taken)
  if (edits.length > 0 && !session.execute('edit.acceptSuggestions', edits)) return
  session.suggestions.remove(idsOf(taken))
  const [first] = taken
  if (taken.length === 1 && first.tracks[0]) session.select([first.tracks[0].id])
  await session.flush()
  const { version } = session
  const accept = (suggestion_ids: string[], jid: string) =>
    request('POST /api/jobs/:jid/suggestions/accept', { params: { jid }, body: { suggestion_ids, version } })
  await tell(session, taken, accept)
}

export async function dropSuggestions(session: EditorSession, dropped: readonly OpenSuggestion[]): Promise<void> {
  if (dropped.length === 0 || session.readOnly) return
  session.suggestions.remove(idsOf(dropped))
  await tell(session, dropped, (suggestion_ids, jid) =>
    request('POST /api/jobs/:jid/suggestions/drop', { params: { jid }, body: { suggestion_ids } }),
  )
}

/** A new answer took the place of one that was not decided yet: that says nothing against it. */
export async function replaceSuggestion(session: EditorSession, id: string): Promise<void> {
  const params = { jid: session.job.job.jobId }
  await request('POST /api/jobs/:jid/suggestions/drop', { params, body: { suggestion_ids: [id], replaced: true } })
}

const idsOf = (suggestions: readonly OpenSuggestion[]) => new Set(suggestions.map(({ id }) => id))

const MOST_AT_ONCE = 10_000

async function tell(
  session: EditorSession,
  decided: readonly OpenSuggestion[],
  send: (ids: string[], jobId: string) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < decided.length; at += MOST_AT_ONCE) {
    const ids = decided.slice(at, at + MOST_AT_ONCE).map(({ id }) => id)
    await send(ids, session.job.job.jobId)
  }
}
