import { useEffect, useRef } from 'react'
import { useSession } from '../../document/useSession.ts'
import type { CameraSource } from '../../scene/cloud/fusionJob.ts'
import { cuboidFromRelative } from '../../scene/cloud/relativeMatrix.ts'
import { camerasThatSee } from '../../tools/cuboid/bestCamera.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import { fittedImage } from './imageView.ts'
import { paintCamera } from './paintCamera.ts'
import { useEditor } from './useEditor.ts'
import type { CuboidScene } from './useScene.ts'

/** Cameras of the frame that see the selected box, the best first. */
export function seeingCameras(editor: CuboidEditor): CameraSource[] {
  const box = editor.selectedBox()
  const cameras = editor.job.frames[editor.frame]?.cameras ?? []
  return box ? camerasThatSee(cuboidFromRelative(editor.job.originM, box.cuboid), cameras) : []
}

/** All cameras of the frame, small; a dot where the selected object can be seen. */
export function CameraStrip({ scene }: { scene: CuboidScene }) {
  const { editor } = scene
  const frame = useSession(editor.session, (open) => open.frame)
  useSession(editor.session, (open) => open.document)
  useSession(editor.session, (open) => open.selection)
  const chosen = useEditor(editor, (e) => e.view.cameraId)
  const { cameras } = editor.job.frames[frame]
  if (cameras.length === 0) return null
  const seeing = new Set(seeingCameras(editor).map(({ sensorId }) => sensorId))
  return (
    <section className="c3d-strip" aria-label="Cameras">
      {cameras.map((source) => (
        <button
          key={source.sensorId}
          type="button"
          className="c3d-thumb"
          aria-pressed={chosen === source.sensorId}
          onClick={() => editor.setView({ cameraId: chosen === source.sensorId ? null : source.sensorId })}
        >
          <Thumbnail scene={scene} source={source} />
          <span className="c3d-caption">{nameOf(editor, source)}</span>
          {seeing.has(source.sensorId) && (
            <span className="c3d-dot" role="img" title="sees the object" aria-label="sees the object" />
          )}
        </button>
      ))}
    </section>
  )
}

export const nameOf = ({ job }: CuboidEditor, { sensorId }: CameraSource): string =>
  job.sensors.find(({ id }) => id === sensorId)?.name || sensorId

function Thumbnail({ scene: { editor, images, cameraBoxes }, source }: { scene: CuboidScene; source: CameraSource }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const draw = () => {
      const element = canvas.current
      const context = element?.getContext('2d')
      if (!element || !context) return
      const size = { widthPx: element.clientWidth, heightPx: element.clientHeight }
      const ratio = window.devicePixelRatio
      element.width = Math.round(size.widthPx * ratio)
      element.height = Math.round(size.heightPx * ratio)
      const bitmap = images.get(source.url)
      const placement = fittedImage(source.size, size)
      paintCamera(context, editor, cameraBoxes, {
        ...{ source, bitmap, placement, size, points: null, draft: null },
        isSmall: true,
      })
    }
    draw()
    return onNextPicture(editor.subscribe, draw)
  }, [editor, images, cameraBoxes, source])
  return <canvas ref={canvas} />
}

/** Draws once before the next picture however often something changes. The answer ends it. */
export function onNextPicture(subscribe: (listener: () => void) => () => void, draw: () => void): () => void {
  let request = 0
  const leave = subscribe(() => {
    request ||= requestAnimationFrame(() => {
      request = 0
      draw()
    })
  })
  return () => {
    leave()
    cancelAnimationFrame(request)
  }
}
