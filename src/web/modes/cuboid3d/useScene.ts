import { type RefObject, useEffect, useState } from 'react'
import type { EditorSession } from '../../document/session.ts'
import { BoxLayer } from '../../scene/cloud/boxLayer.ts'
import { prefetchOrder } from '../../scene/cloud/chunkCache.ts'
import type { FusionJob } from '../../scene/cloud/fusionJob.ts'
import { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import { CuboidTool } from '../../tools/cuboid/cuboidTool.ts'
import { CameraBoxes } from './cameraBoxes.ts'
import { CuboidEditor } from './cuboidEditor.ts'
import { CuboidFits } from './cuboidFits.ts'
import { FrameDesk } from './frameDesk.ts'
import { ImageStore } from './imageStore.ts'
import { announceScene } from './openScenes.ts'
import { Projections } from './projections.ts'

/** All that stands behind the views of one job. */
export interface CuboidScene {
  editor: CuboidEditor
  renderer: ViewRenderer
  boxLayer: BoxLayer
  fits: CuboidFits
  desk: FrameDesk
  tool: CuboidTool
  images: ImageStore
  cameraBoxes: CameraBoxes
  projections: Projections
}

const IMAGE_PREFETCH_FRAMES = 2

/** Made when the canvas is there, gone with it. A browser without WebGL 2 is told so. */
export function useScene(
  session: EditorSession,
  job: FusionJob,
  canvas: RefObject<HTMLCanvasElement | null>,
): CuboidScene | { fault: string } | null {
  const [scene, setScene] = useState<CuboidScene | { fault: string } | null>(null)
  useEffect(() => {
    if (!canvas.current) return
    let renderer: ViewRenderer
    try {
      renderer = new ViewRenderer(canvas.current)
    } catch {
      setScene({ fault: 'This browser has no WebGL 2, which the 3D views need.' })
      return
    }
    const made = makeScene(session, job, renderer)
    setScene(made.scene)
    return () => {
      setScene(null)
      made.dispose()
    }
  }, [session, job, canvas])
  return scene
}

function makeScene(session: EditorSession, job: FusionJob, renderer: ViewRenderer) {
  const editor = new CuboidEditor(session, job)
  editor.renderer = renderer
  const boxLayer = new BoxLayer()
  const fits = new CuboidFits(editor)
  const desk = new FrameDesk(editor, (gesture, groundZ) => void fits.make(gesture, groundZ))
  const images = new ImageStore(() => editor.changed())
  const projections = new Projections(editor.clouds, () => editor.changed())
  const scene: CuboidScene = {
    ...{ editor, renderer, boxLayer, fits, desk, images, projections },
    tool: new CuboidTool(desk),
    cameraBoxes: new CameraBoxes(editor),
  }
  const wantImages = () => {
    const frames = prefetchOrder(editor.frame, job.frames.length, IMAGE_PREFETCH_FRAMES)
    images.want(frames.flatMap((frame) => job.frames[frame].cameras.map(({ url }) => url)))
  }
  let lastFrame = editor.frame
  wantImages()
  const leave = session.subscribe(() => {
    if (lastFrame === editor.frame) return
    lastFrame = editor.frame
    scene.tool.cancel()
    wantImages()
  })
  const withdraw = announceScene(scene)
  const dispose = () => {
    withdraw()
    leave()
    fits.dispose()
    images.dispose()
    projections.dispose()
    editor.dispose()
    boxLayer.dispose()
    renderer.dispose()
  }
  return { scene, dispose }
}
