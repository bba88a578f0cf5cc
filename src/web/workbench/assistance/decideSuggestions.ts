import { DOCUMENT_HASH_HEADER } from '../../../formats/workbench/work.ts'
import type { OpenSuggestion } from '../../document/openSuggestions.ts'
import type { EditorSession } from '../../document/session.ts'
import { ApiFailure, request } from '../../kit/api.ts'

/** Sends decisions to the service one after another; `failed` receives its errors. */
type Tell = (work: () => Promise<unknown>) => void

function tellInOrder(failed: (error: unknown) => void): Tell {
  let told: Promise<unknown> = Promise.resolve()
  return (work) => {
    told = told.then(work).catch(failed)
  }
}

/**
 * Adds suggestions to the document as one step of undo; from here on they are ordinary objects. The service learns of
 * it when the work is saved: without a connection the objects are there all the same, and the suggestions still count
 * as open there. Undo makes them open again.
 */
export function takeSuggestions(
  session: EditorSession,
  taken: readonly OpenSuggestion[],
  failed: (error: unknown) => void,
): void {
  if (taken.length === 0 || session.readOnly) return
  const edits = taken[0].editsOf(taken)
  const decision = decided(session, taken, tellInOrder(failed), async () => {
    await session.flush()
    const { version } = session
    const headers = await savedHash(session)
    const accept = (suggestion_ids: string[], jid: string) =>
      request('POST /api/jobs/:jid/suggestions/accept', { params: { jid }, body: { suggestion_ids, version }, headers })
    await tell(session, taken, accept).catch((error: unknown) => {
      if (!(error instanceof ApiFailure) || error.code !== 'DOCUMENT_DIFFERS') throw error
      return session.differs()
    })
  })
  if (!session.execute('edit.acceptSuggestions', edits, undefined, decision)) return
  decision.redo()
  const [first] = taken
  if (taken.length === 1 && first.tracks[0]) session.select([first.tracks[0].id])
}

/** Dismisses suggestions as one step of undo. */
export function dropSuggestions(
  session: EditorSession,
  dropped: readonly OpenSuggestion[],
  failed: (error: unknown) => void,
): void {
  if (dropped.length === 0 || session.readOnly) return
  const decision = decided(session, dropped, tellInOrder(failed), () =>
    tell(session, dropped, (suggestion_ids, jid) =>
      request('POST /api/jobs/:jid/suggestions/drop', { params: { jid }, body: { suggestion_ids } }),
    ),
  )
  if (session.execute('edit.dropSuggestions', [], undefined, decision)) decision.redo()
}

/** Taken back, suggestions are open again, here and for the service. */
function decided(session: EditorSession, those: readonly OpenSuggestion[], inOrder: Tell, decide: () => Promise<void>) {
  const { all } = session.suggestions
  const ids = idsOf(those)
  return {
    redo() {
      session.suggestions.remove(ids)
      inOrder(decide)
    },
    undo() {
      session.suggestions.putBack(all, ids)
      inOrder(async () => {
        await session.flush()
        await tell(session, those, (suggestion_ids, jid) =>
          request('POST /api/jobs/:jid/suggestions/reopen', { params: { jid }, body: { suggestion_ids } }),
        )
      })
    },
  }
}

/** A new answer replaced an undecided one, which says nothing against it. */
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

/** The hash that the service must have now, if nothing is on its way to it. */
async function savedHash(session: EditorSession): Promise<Record<string, string>> {
  const hash = session.pendingCount === 0 ? await session.hashDocument?.() : undefined
  return hash === undefined ? {} : { [DOCUMENT_HASH_HEADER]: hash }
}
