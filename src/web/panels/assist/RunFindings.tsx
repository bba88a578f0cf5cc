import type { RunFinding } from '../../../model/assistants/assistant.ts'
import { goTo, useShell } from '../../workbench/shellContext.ts'

/** Changes that an assistant proposes; a press opens the place. */
export function RunFindings({ findings }: { findings: readonly RunFinding[] }) {
  const { session } = useShell()
  const { frames } = session.job.content
  return findings.map(({ text, severity, track_id: trackId, frame_id }, index) => {
    const frame = frame_id === undefined ? -1 : frames.findIndex(({ frameId }) => frameId === frame_id)
    return (
      <button
        // Two findings may be alike to the letter.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={index}
        type="button"
        className="panel-row"
        data-severity={severity}
        onClick={() => goTo(session, { ...(frame >= 0 && { frame }), ...(trackId !== undefined && { trackId }) })}
      >
        <span style={{ flex: 1, textAlign: 'start' }}>{text}</span>
      </button>
    )
  })
}
