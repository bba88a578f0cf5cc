import { useSession } from '../document/useSession.ts'
import { Chord } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'

/** What the next click means, while it means something else than usual. */
export function PinHint() {
  const { session } = useShell()
  const pointing = useSession(session, (open) => open.pins.pointing)
  if (!pointing) return null
  return (
    <div className="pin-hint" role="status">
      Click the place that the issue is about. <Chord chord="Esc" /> ends it.
    </div>
  )
}
