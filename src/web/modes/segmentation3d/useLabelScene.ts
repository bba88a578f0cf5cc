import { type RefObject, useCallback } from 'react'
import type { EditorSession } from '../../document/session.ts'
import { asError } from '../../kit/asError.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import type { Translator } from '../../messages/translator.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import { LabelStore } from '../../scene/labels/labelStore.ts'
import type { PointMachine } from '../../tools/points/pointMachine.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import { type Made, SceneFault, useOnCanvas } from '../sensors/useOnCanvas.ts'
import type { LabelScene } from './labelScene.ts'
import { makeLabelWork } from './labelWork.ts'
import { labelScenes } from './openScenes.ts'

/** The whole scene, as long as the canvas exists. */
export function useLabelScene(
  session: EditorSession,
  job: FusionJob,
  canvas: RefObject<HTMLCanvasElement | null>,
): LabelScene | { fault: Message } | null {
  const t = useTranslator()
  const make = useCallback((renderer: ViewRenderer) => makeScene(session, job, renderer, t), [session, job, t])
  return useOnCanvas(canvas, make)
}

function makeScene(session: EditorSession, job: FusionJob, renderer: ViewRenderer, t: Translator): Made<LabelScene> {
  const made = makeLabelWork(session, job, renderer, storeOf(session), t)
  const scene = { ...made.scene, renderer }
  const leaves = [watchModifiers(scene.tool), labelScenes.announce(session, scene)]
  const dispose = () => {
    for (const leave of leaves) leave()
    made.dispose()
  }
  return { scene, dispose }
}

function storeOf(session: EditorSession): LabelStore {
  try {
    return new LabelStore(session)
  } catch (error) {
    throw new SceneFault(msg('seg.labelsNotShown', { detail: asError(error).message }))
  }
}

/** Ctrl and Alt change what the next press does, before the pointer moves. The answer ends it. */
function watchModifiers(tool: PointMachine): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (/^(Control|Meta|Alt)$/.test(key)) tool.hold({ ctrl: ctrlKey || metaKey, alt: altKey })
  }
  window.addEventListener('keydown', onKey)
  window.addEventListener('keyup', onKey)
  return () => {
    window.removeEventListener('keydown', onKey)
    window.removeEventListener('keyup', onKey)
  }
}
