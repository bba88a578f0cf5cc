import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { imagePointFromNormalized } from '../../../geometry/camera.ts'
import type { CameraModel } from '../../../geometry/intrinsics.ts'
import { rotate } from '../../../geometry/quaternion.ts'
import { distance, subtract } from '../../../geometry/vec3.ts'
import { pictureFilter } from '../../canvas/picture.ts'
import { useSession } from '../../document/useSession.ts'
import { msg } from '../../messages/message.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { CameraPointer } from '../../tools/cuboid/camera/cameraHost.ts'
import { CameraMachine } from '../../tools/cuboid/camera/cameraMachine.ts'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { imagePlace } from '../../view3d/imagePlacement.ts'
import { lookingAlong } from '../../view3d/orbit.ts'
import type { ViewSize } from '../../view3d/viewCamera.ts'
import { ImageState } from '../sensors/ImageState.tsx'
import { clearedCanvas, drawPicture } from '../sensors/imageCanvas.ts'
import { onNextPicture } from '../sensors/onNextPicture.ts'
import { CameraActions } from './CameraActions.tsx'
import { sensorName } from './CameraStrip.tsx'
import { CameraImageHost } from './cameraImageHost.ts'
import type { CuboidScene } from './cuboidScene.ts'
import { paintCamera } from './paintCamera.ts'

const LENSES = {
  brown_conrady: 'cuboid.lens.brown_conrady',
  fisheye: 'cuboid.lens.fisheye',
} as const satisfies Record<CameraModel, string>

const BUTTONS = ['left', 'middle', 'right'] as const

interface Props {
  scene: CuboidScene
  source: CameraSource
  /** To look at the calibration: always with points, and the lens model is named. */
  isProof?: boolean
}

/** One camera's image of the frame with its annotations, for zooming, panning, selecting and adjusting. */
export function CameraImage({ scene, source, isProof = false }: Props) {
  const t = useTranslator()
  const { editor, pins } = scene
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = useRef<HTMLCanvasElement>(null)
  const [host] = useState(() => new CameraImageHost(scene, source))
  host.show(source)
  const tool = useMemo(() => new CameraMachine(host, () => editor.session.activeTool), [host, editor])
  const draw = useDrawing(scene, { host, source, tool, canvas, picture, isProof })
  useZoom(canvas, host, draw)
  useVisits(scene, source, canvas, host, draw)
  const filter = useSession(editor.session, ({ view }) => pictureFilter(view))

  const handle = (act: (pointer: CameraPointer, event: PointerEvent<HTMLCanvasElement>) => void) => {
    return (event: PointerEvent<HTMLCanvasElement>) => {
      const before = { placement: host.placement, draft: tool.draft }
      act({ ...placeOf(event, event.currentTarget), button: BUTTONS[event.button] ?? 'left' }, event)
      // A pointer that only passes by costs nothing.
      if (host.placement !== before.placement || tool.draft !== before.draft) draw()
    }
  }
  const { camera } = source
  return (
    <>
      <canvas ref={picture} className="sensors-picture" style={{ filter }} aria-hidden />
      <canvas
        ref={canvas}
        className="sensors-camera"
        aria-label={t('cuboid.imageOf', { camera: sensorName(editor, source) })}
        onPointerDown={handle((pointer, event) => {
          const opensPins = editor.session.activeTool === 'select'
          const { placement } = host
          if (event.button === 0 && placement && pins.pressOnImage(source, placement, pointer, opensPins)) return
          event.currentTarget.setPointerCapture(event.pointerId)
          tool.pointerDown(pointer)
        })}
        onPointerMove={handle((pointer) => tool.pointerMove(pointer))}
        onPointerUp={handle((pointer) => tool.pointerUp(pointer))}
        onPointerCancel={handle(() => tool.cancel())}
        onDoubleClick={({ nativeEvent, currentTarget }) => {
          if (host.placement) lookAlong(scene, source, imagePlace(host.placement, placeOf(nativeEvent, currentTarget)))
        }}
        onContextMenu={(event) => event.preventDefault()}
      />
      <span className="sensors-caption">
        {sensorName(editor, source)}
        {camera && isProof && <span className="panel-faint"> {t(LENSES[camera.intrinsics.cameraModel])}</span>}
        {!camera && <span className="panel-faint"> {t('cuboid.noProjection')}</span>}
      </span>
      <ImageState images={scene.images} url={source.url} />
      <CameraActions scene={scene} source={source} isProof={isProof} />
    </>
  )
}

type CanvasRef = React.RefObject<HTMLCanvasElement | null>

interface Drawing {
  host: CameraImageHost
  source: CameraSource
  tool: CameraMachine
  canvas: CanvasRef
  picture: CanvasRef
  isProof: boolean
}

/** Draws now, and whenever something changes; the image itself only when its placement changes. */
function useDrawing(scene: CuboidScene, { host, source, tool, canvas, picture, isProof }: Drawing): () => void {
  const { editor, images, cameraBoxes, cameraSpaces, projections, pins } = scene
  const shown = useRef<unknown[]>([])
  const draw = useCallback(() => {
    const over = clearedCanvas(canvas.current)
    if (!over) return
    const placement = over.isResized ? host.fit(over.size) : (host.placement ?? host.fit(over.size))
    const image = [source, images.get(source.url), images.version, placement, over.size.widthPx]
    if (over.isResized || image.some((part, i) => part !== shown.current[i])) {
      shown.current = image
      const under = clearedCanvas(picture.current)
      const what = images.pictureOf(source)
      if (under && what) drawPicture(under.context, what, placement, under.size, source.size)
    }
    paintCamera(over.context, editor, cameraBoxes, {
      source,
      placement,
      isSmall: false,
      points: isProof || editor.view.pointsOnImages ? projections.get(editor.frame, source) : null,
      draft: tool.draft,
    })
    cameraSpaces.paint(over.context, { source, placement, isSmall: false })
    pins.paintOnImage(over.context, source, placement)
  }, [editor, images, cameraBoxes, cameraSpaces, projections, pins, host, source, tool, isProof, canvas, picture])

  useEffect(() => {
    draw()
    const resizes = new ResizeObserver(draw)
    if (canvas.current) resizes.observe(canvas.current)
    const leave = onNextPicture(editor.subscribe, draw)
    return () => {
      resizes.disconnect()
      leave()
    }
  }, [editor, draw, canvas])
  return draw
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement): ViewSize => ({
  widthPx: clientWidth,
  heightPx: clientHeight,
})

function useZoom(canvas: CanvasRef, host: CameraImageHost, draw: () => void): void {
  useEffect(() => {
    const element = canvas.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (!element) return
      host.zoom(placeOf(event, element), 1.0015 ** -event.deltaY, sizeOf(element))
      draw()
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [draw, host, canvas])
}

/** Centres the place of an issue in this image when a person opens it. */
function useVisits(
  { editor }: CuboidScene,
  source: CameraSource,
  canvas: CanvasRef,
  host: CameraImageHost,
  draw: () => void,
): void {
  const visited = useSession(editor.session, ({ pins }) => pins.visited)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit
  useEffect(() => {
    const place = visited?.place
    if (!canvas.current || !place?.imagePoint || place.sensorId !== source.sensorId) return
    host.centre(imagePointFromNormalized(place.imagePoint, source.size), sizeOf(canvas.current))
    draw()
  }, [visited])
}

const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }, element: HTMLElement) => {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/** The large view looks from the camera through the pixel, as far as the selected object or 15 m. */
function lookAlong({ editor }: CuboidScene, { camera }: CameraSource, { u, v }: { u: number; v: number }): void {
  const ray = camera?.cameraRayFromImage(u, v)
  if (!camera || !ray) {
    editor.tell(camera ? msg('cuboid.lensSeesNothing') : msg('cuboid.noProjection'))
    return
  }
  const eye = subtract(camera.commonFromCamera.position, editor.job.originM)
  const box = editor.selectedBox()
  const reach = box ? Math.max(4, distance(eye, box.cuboid.position)) : 15
  editor.setOrbit(lookingAlong(editor.orbit, eye, rotate(camera.commonFromCamera.heading, ray), reach))
}
