import { useEffect, useRef } from 'react'
import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { fittedImage } from '../../view3d/imagePlacement.ts'
import { clearedCanvas, drawPicture } from '../sensors/imageCanvas.ts'
import { onNextPicture } from '../sensors/onNextPicture.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelScene } from './labelScene.ts'

/** All cameras, small; a press shows one next to the cloud. */
export function CameraThumbs({ scene }: { scene: LabelScene }) {
  const t = useTranslator()
  const { editor } = scene
  const chosen = useObserved(editor, (e) => e.view.cameraId)
  return (
    <section className="sensors-strip" aria-label={t('seg.cameras')}>
      {editor.job.frames[0].cameras.map((source) => {
        const { sensorId } = source
        return (
          <button
            key={sensorId}
            type="button"
            className="sensors-thumb"
            aria-pressed={chosen === sensorId}
            onClick={() => editor.setView({ cameraId: chosen === sensorId ? null : sensorId, cameraLarge: false })}
          >
            <Thumb scene={scene} source={source} />
            <span className="sensors-caption">{cameraName(editor, source)}</span>
          </button>
        )
      })}
    </section>
  )
}

export const cameraName = ({ job }: LabelEditor, { sensorId }: CameraSource): string =>
  job.sensors.find(({ id }) => id === sensorId)?.name || sensorId

function Thumb({ scene: { editor, images }, source }: { scene: LabelScene; source: CameraSource }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let drawn: unknown = null
    const draw = () => {
      const bitmap = images.get(source.url)
      if (bitmap === drawn) return
      const cleared = clearedCanvas(canvas.current)
      const picture = images.pictureOf({ ...source, tiles: null })
      if (!cleared || !picture) return
      drawPicture(cleared.context, picture, fittedImage(source.size, cleared.size), cleared.size, source.size)
      drawn = bitmap
    }
    draw()
    return onNextPicture(editor.subscribe, draw)
  }, [editor, images, source])
  return <canvas ref={canvas} />
}
