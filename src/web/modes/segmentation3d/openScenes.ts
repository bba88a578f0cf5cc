import type { EditorSession } from '../../document/session.ts'
import { LegendNumbers } from '../../tools/points/legendNumbers.ts'
import { SceneRegister } from '../sensors/sceneRegister.ts'
import type { LabelScene } from './labelScene.ts'

export const labelScenes = new SceneRegister<LabelScene>()

const numbers = new WeakMap<EditorSession, LegendNumbers>()

/** They outlive the views: undo may bring back label_keys after the views were recreated. */
export function legendNumbersOf(session: EditorSession): LegendNumbers {
  const known = numbers.get(session) ?? new LegendNumbers(session.labels)
  numbers.set(session, known)
  return known
}
