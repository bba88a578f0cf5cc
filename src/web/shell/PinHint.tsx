import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { Chord } from '../workbench/keys/Keys.tsx'
import { useBoundCommands } from '../workbench/keys/useKeymap.ts'
import { useShell } from '../workbench/shellContext.ts'

/** What the next click does, while this differs from the usual. */
export function PinHint() {
  const { session } = useShell()
  const t = useTranslator()
  const [end = 'Esc'] = useBoundCommands().find(({ command }) => command.id === 'issue.pin.end')?.keys ?? []
  const pointing = useSession(session, (open) => open.pins.pointing)
  if (!pointing) return null
  return (
    <div className="pin-hint" role="status">
      {t.rich('pin.hint', { key: () => <Chord chord={end} /> })}
    </div>
  )
}
