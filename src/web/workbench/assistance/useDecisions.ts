import { useMemo } from 'react'
import type { OpenSuggestion } from '../../document/openSuggestions.ts'
import type { EditorSession } from '../../document/session.ts'
import { errorMessage } from '../../kit/errorMessage.ts'
import { msg } from '../../messages/message.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { dropSuggestions, takeSuggestions } from './decideSuggestions.ts'

interface Decisions {
  accept(taken: readonly OpenSuggestion[]): void
  drop(dropped: readonly OpenSuggestion[]): void
  /** Makes it the current one and brings its frame into view. */
  show(suggestion: OpenSuggestion | null): void
}

/** A person's decisions about suggestions; an unreachable service gives a notice. */
export function useDecisions(session: EditorSession): Decisions {
  const t = useTranslator()
  return useMemo(() => {
    const notTold = (error: unknown) =>
      session.notices.add(msg('assist.notCounted', { reason: t.of(errorMessage(error)) }), 'warning')
    const show = (suggestion: OpenSuggestion | null) => {
      session.suggestions.choose(suggestion?.id ?? null)
      if (suggestion) session.setFrame(suggestion.frame)
      if (suggestion?.merge) session.select(suggestion.merge)
    }
    // After a decision the one that follows is the current one, maybe in another frame.
    const follow = () => show(session.suggestions.current)
    return {
      show,
      accept(taken) {
        takeSuggestions(session, taken, notTold)
        if (session.suggestions.current) follow()
      },
      drop(dropped) {
        dropSuggestions(session, dropped, notTold)
        if (session.suggestions.current) follow()
      },
    }
  }, [session, t])
}
