import { X } from 'lucide-react'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { AskedFit } from './AskedFit.tsx'
import type { CuboidEditor } from './cuboidEditor.ts'

const HINTS = new Map([
  ['drag', 'cuboid.hint.drag'],
  ['click', 'cuboid.hint.click'],
  ['rectangle', 'cuboid.hint.rectangle'],
  ['camera', 'cuboid.hint.camera'],
  ['polyline3d', 'cuboid.hint.polyline3d'],
  ['keypoint3d', 'cuboid.hint.keypoint3d'],
] as const)

/** What the pointer does now, as far as it cannot be seen. */
export function ToolHint({ editor }: { editor: CuboidEditor }) {
  const t = useTranslator()
  const { session } = editor
  const isPropagating = useObserved(editor, ({ task }) => task.isRunning)
  const tool = useSession(session, (open) => open.activeTool)
  const isEmpty = useSession(session, ({ document }) => document.tracks.size === 0)
  const hint = (HINTS as ReadonlyMap<string, HintId>).get(tool) ?? (isEmpty ? 'cuboid.hint.select' : null)
  if (isPropagating) {
    return (
      <div className="sensors-hint fit-awaited">
        {t('propagate.goesOn')}
        <IconButton label={t('propagate.cancel')} icon={X} onClick={() => editor.task.stop()} />
      </div>
    )
  }
  if (tool === 'fit') return <AskedFit session={session} />
  return hint && <div className="sensors-hint">{t(hint)}</div>
}

type HintId = typeof HINTS extends Map<string, infer Id> ? Id : never
