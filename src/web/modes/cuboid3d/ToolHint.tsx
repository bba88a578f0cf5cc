import { useSession } from '../../document/useSession.ts'
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
export function ToolHint({ editor: { session } }: { editor: CuboidEditor }) {
  const t = useTranslator()
  const tool = useSession(session, (open) => open.activeTool)
  const isEmpty = useSession(session, ({ document }) => document.tracks.size === 0)
  const hint = (HINTS as ReadonlyMap<string, HintId>).get(tool) ?? (isEmpty ? 'cuboid.hint.select' : null)
  if (tool === 'fit') return <AskedFit session={session} />
  return hint && <div className="sensors-hint">{t(hint)}</div>
}

type HintId = typeof HINTS extends Map<string, infer Id> ? Id : never
