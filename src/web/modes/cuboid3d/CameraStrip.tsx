import { useEffect, useRef } from 'react'
import { bitmapPicture, pictureFilter } from '../../canvas/picture.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { fittedImage } from '../../view3d/imagePlacement.ts'
import { clearedCanvas, drawPicture } from '../sensors/imageCanvas.ts'
import { onNextPicture } from '../sensors/onNextPicture.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidScene } from './cuboidScene.ts'
import { paintCamera } from './paintCamera.ts'
import { seeingCameras } from './shownCamera.ts'

/** All cameras of the frame, small; a dot where the selected object can be seen. */
export function CameraStrip({ scene }: { scene: CuboidScene }) {
  const t = useTranslator()
  const { editor } = scene
  const frame = useSession(editor.session, (open) => open.frame)
  const chosen = useObserved(editor, (e) => e.view.cameraId)
  const seeing = useObserved(editor, (e) => new Set(seeingCameras(e).map(({ sensorId }) => sensorId)))
  const { cameras } = editor.job.frames[frame]
  if (!editor.job.frames.some((one) => one.cameras.length > 0)) return null
  return (
    <section className="sensors-strip" aria-label={t('cuboid.cameras')}>
      {cameras.length === 0 && <span className="sensors-strip-empty">{t('cuboid.noImagesHere')}</span>}
      {cameras.map((source) => (
        <button
          key={source.sensorId}
          type="button"
          className="sensors-thumb"
          aria-pressed={chosen === source.sensorId}
          onClick={() => editor.setView({ cameraId: chosen === source.sensorId ? null : source.sensorId })}
        >
          <Thumbnail scene={scene} source={source} />
          <span className="sensors-caption">{sensorName(editor, source)}</span>
          {seeing.has(source.sensorId) && (
            <span
              className="sensors-dot"
              role="img"
              title={t('cuboid.seesObject')}
              aria-label={t('cuboid.seesObject')}
            />
          )}
        </button>
      ))}
    </section>
  )
}

export const sensorName = ({ job }: CuboidEditor, { sensorId }: CameraSource): string =>
  job.sensors.find(({ id }) => id === sensorId)?.name || sensorId

function Thumbnail({ scene, source }: { scene: CuboidScene; source: CameraSource }) {
  const { editor, images, cameraBoxes, cameraSpaces, pins } = scene
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = useRef<HTMLCanvasElement>(null)
  const filter = useSession(editor.session, ({ view }) => pictureFilter(view))
  useEffect(() => {
    let shown: ImageBitmap | null | undefined
    const draw = () => {
      const over = clearedCanvas(canvas.current)
      if (!over) return
      const placement = fittedImage(source.size, over.size)
      const bitmap = images.get(source.url)
      if (over.isResized || bitmap !== shown) {
        shown = bitmap
        const under = clearedCanvas(picture.current)
        if (under && bitmap) drawPicture(under.context, bitmapPicture(bitmap), placement, under.size, source.size)
      }
      paintCamera(over.context, editor, cameraBoxes, { source, placement, points: null, draft: null, isSmall: true })
      cameraSpaces.paint(over.context, { source, placement, isSmall: true })
      pins.paintOnImage(over.context, source, placement)
    }
    draw()
    return onNextPicture(editor.subscribe, draw)
  }, [editor, images, cameraBoxes, cameraSpaces, pins, source])
  return (
    <>
      <canvas ref={picture} style={{ filter }} />
      <canvas ref={canvas} />
    </>
  )
}
