import { useEffect, useMemo } from 'react'
import type { OfferedAssistant } from '../../contract/assistants.ts'
import type { ShownModel } from '../../contract/models.ts'
import type { EditorSession } from '../document/session.ts'
import { useSession } from '../document/useSession.ts'
import { msg } from '../messages/message.ts'
import { assistantFinder } from '../workbench/assistance/assistantFinder.ts'
import { modelFinder } from '../workbench/assistance/modelFinder.ts'
import { pageModelsOf } from '../workbench/assistance/pageModels.ts'
import type { ShapeFinder } from '../workbench/assistance/shapeFinder.ts'
import { useAssistants, useSuggestionSource } from '../workbench/assistance/useAssistants.ts'
import { useDecisions } from '../workbench/assistance/useDecisions.ts'
import { useFitTool } from '../workbench/assistance/useFitTool.ts'
import { usePageModels } from '../workbench/assistance/usePageModels.ts'
import { useSmartTool } from '../workbench/assistance/useSmartTool.ts'
import type { Command } from '../workbench/keys/keymap.ts'
import { useCommands } from '../workbench/keys/useKeymap.ts'
import { useShell } from '../workbench/shellContext.ts'

const NONE: Command[] = []
/** With other tools, Enter finishes the shape in progress. */
const RESTING_TOOLS: ReadonlySet<string> = new Set(['select', 'pan', 'smart', 'fit'])

/** Suggestions, and keys for them, in jobs that assistants help with. Answers whether this is one. */
export function useAssistance(): boolean {
  const { session, tab, setTab } = useShell()
  const assistants = useAssistants()
  const models = usePageModels()
  const isOffered = assistants.length + models.length > 0
  useSuggestionSource(session, isOffered)
  useSmartTool(session, useFinder(session, assistants, models))
  useFitTool(session, useFitter(session, assistants))
  useEffect(() => () => pageModelsOf(session).stop(), [session])
  const asksBy = useSession(session, ({ tools, activeTool }) => tools.find(({ id }) => id === activeTool)?.asks)
  const decisions = useDecisions(session)
  const isAbout = tab === 'assist' || asksBy !== undefined
  const commands = useMemo<Command[]>(() => {
    if (!isOffered) return NONE
    const { suggestions } = session
    const group = msg('assist.group')
    const there = () => isAbout && suggestions.shown.length > 0
    const decides = () => isAbout && suggestions.current !== null && !session.readOnly
    const accepts = () => decides() && RESTING_TOOLS.has(session.activeTool)
    const current = () => (suggestions.current ? [suggestions.current] : [])
    const command = (id: string, keys: string[], run: () => void, isEnabled?: () => boolean) => ({
      id: `assist.${id}`,
      group,
      keys,
      run,
      isEnabled,
    })
    const isFitting = () => asksBy === 'fit' && (suggestions.awaited !== null || suggestions.answerId !== null)
    const withdraw = () => {
      if (suggestions.awaited) suggestions.awaited.stop()
      else decisions.drop(suggestions.all.filter(({ id }) => id === suggestions.answerId))
    }
    return [
      { ...command('open', [], () => setTab('assist')), label: msg('assist.open') },
      { ...command('next', ['Tab'], () => decisions.show(suggestions.step(1)), there), label: msg('assist.next') },
      {
        ...command('previous', ['Shift+Tab'], () => decisions.show(suggestions.step(-1)), there),
        label: msg('assist.previous'),
      },
      { ...command('accept', ['Enter'], () => decisions.accept(current()), accepts), label: msg('assist.accept') },
      { ...command('drop', ['Delete'], () => decisions.drop(current()), decides), label: msg('assist.drop') },
      { ...command('escape', ['Esc'], withdraw, isFitting), label: msg('assist.escape') },
    ]
  }, [session, isOffered, isAbout, asksBy, decisions, setTab])
  useCommands(commands)
  return isOffered
}

/** The assistant that fits cuboids: the chosen one, otherwise the first that is available. */
function useFitter(session: EditorSession, assistants: readonly OfferedAssistant[]): OfferedAssistant | null {
  const chosen = useSession(session, ({ suggestions }) => suggestions.finder)
  const fitters = assistants.filter(({ verbs, state }) => verbs.includes('fit') && state !== 'down')
  return fitters.find(({ name }) => name === chosen) ?? fitters[0] ?? null
}

/** The chosen one, otherwise the first that is available. */
function useFinder(
  session: EditorSession,
  assistants: readonly OfferedAssistant[],
  models: readonly ShownModel[],
): ShapeFinder | null {
  const chosen = useSession(session, ({ suggestions }) => suggestions.finder)
  return useMemo(() => {
    const finders = [
      ...assistants.filter(({ verbs, state }) => verbs.includes('segment') && state !== 'down').map(assistantFinder),
      ...models.filter(({ verbs }) => verbs.includes('segment')).map(modelFinder),
    ]
    return finders.find(({ name }) => name === chosen) ?? finders[0] ?? null
  }, [assistants, models, chosen])
}
