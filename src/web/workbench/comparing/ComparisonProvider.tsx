import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { useSession } from '../../document/useSession.ts'
import { msg } from '../../messages/message.ts'
import type { Command } from '../keys/keymap.ts'
import { useCommands } from '../keys/useKeymap.ts'
import { useShell } from '../shellContext.ts'
import { candidateNames } from './heldNames.ts'
import { showObject } from './showObject.ts'
import { takeFrom } from './takeFrom.ts'
import { type RunningComparison, useComparison, useHeldDocuments } from './useComparison.ts'

const ComparisonContext = createContext<RunningComparison | null>(null)

/** The comparison behind the overlay; it continues while its panel is closed. */
export function ComparisonProvider({ children }: { children: ReactNode }) {
  const running = useComparison()
  useDeciding()
  useCompareCommands(running)
  return <ComparisonContext.Provider value={running}>{children}</ComparisonContext.Provider>
}

export function useRunningComparison(): RunningComparison {
  const running = useContext(ComparisonContext)
  if (!running) throw new Error('there is no workbench around this')
  return running
}

/** Who reviews what several people made decides between them: that is open from the beginning. */
function useDeciding(): void {
  const { session, setTab } = useShell()
  const documents = useHeldDocuments()
  useEffect(() => {
    const candidates = candidateNames(documents)
    if (session.job.access !== 'review' || candidates.length < 2 || session.overlay.names) return
    session.overlay.lay(candidates, true)
    setTab('compare')
  }, [session, documents, setTab])
}

const NONE: Command[] = []
/** Further ones are taken by the pointer: their letters are keys of the workbench. */
const MOST_KEYS = 7

function useCompareCommands({ works }: RunningComparison): void {
  const { session } = useShell()
  const { overlay } = session
  const names = useSession(session, () => overlay.names)
  const decides = useSession(session, () => overlay.decides)
  const commands = useMemo<Command[]>(() => {
    if (!names) return NONE
    const group = msg('compare.title')
    const move = (by: 1 | -1) => () => showObject(session, overlay.step(by))
    const there = () => overlay.all.length > 0
    const takes = (name: string, index: number): Command => ({
      id: `compare.take.${index + 1}`,
      group,
      label: msg('compare.take', { name: name.slice(-1) }),
      keys: [`Alt+${name.slice(-1)}`],
      run: () => overlay.current && takeFrom(session, overlay.current, index, names, works),
      isEnabled: () => overlay.current !== null && !session.readOnly,
    })
    return [
      { id: 'compare.next', group, label: msg('compare.next'), keys: ['Alt+N'], run: move(1), isEnabled: there },
      {
        id: 'compare.previous',
        group,
        label: msg('compare.previous'),
        keys: ['Alt+P'],
        run: move(-1),
        isEnabled: there,
      },
      { id: 'compare.close', group, label: msg('compare.close'), keys: ['Alt+X'], run: () => overlay.lay(null) },
      ...(decides ? names.slice(0, MOST_KEYS).map(takes) : NONE),
    ]
  }, [session, overlay, names, decides, works])
  useCommands(commands)
}
