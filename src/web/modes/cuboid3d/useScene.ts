import { type RefObject, useCallback } from 'react'
import type { EditorSession } from '../../document/session.ts'
import type { Message } from '../../messages/messageValues.ts'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import { type Made, useOnCanvas } from '../sensors/useOnCanvas.ts'
import type { CuboidScene } from './cuboidScene.ts'
import { makeCuboidWork } from './cuboidWork.ts'
import { announceScene } from './openScenes.ts'

/** The whole scene, as long as the canvas exists. */
export function useScene(
  session: EditorSession,
  job: FusionJob,
  canvas: RefObject<HTMLCanvasElement | null>,
): CuboidScene | { fault: Message } | null {
  const make = useCallback((renderer: ViewRenderer) => makeScene(session, job, renderer), [session, job])
  return useOnCanvas(canvas, make)
}

function makeScene(session: EditorSession, job: FusionJob, renderer: ViewRenderer): Made<CuboidScene> {
  const made = makeCuboidWork(session, job, renderer)
  const scene = { ...made.scene, renderer }
  const withdraw = announceScene(scene)
  const dispose = () => {
    withdraw()
    made.dispose()
  }
  return { scene, dispose }
}
