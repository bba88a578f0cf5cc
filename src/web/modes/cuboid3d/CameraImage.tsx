import { type PointerEvent, useCallback, useEffect, useRef } from 'react'
import { imagePointFromNormalized } from '../../../geometry/camera.ts'
import type { CameraModel } from '../../../geometry/intrinsics.ts'
import { rotate } from '../../../geometry/quaternion.ts'
import { distance, subtract } from '../../../geometry/vec3.ts'
import { pictureFilter } from '../../canvas/picture.ts'
import { useSession } from '../../document/useSession.ts'
import { msg } from '../../messages/message.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { fittedImage, type ImagePlacement, imagePlace, viewPlace, zoomedImage } from '../../view3d/imagePlacement.ts'
import { lookingAlong } from '../../view3d/orbit.ts'
import { ImageState } from '../sensors/ImageState.tsx'
import { clearedCanvas, drawPicture } from '../sensors/imageCanvas.ts'
import { onNextPicture } from '../sensors/onNextPicture.ts'
import { CameraActions } from './CameraActions.tsx'
import { sensorName } from './CameraStrip.tsx'
import { CameraTool } from './cameraTool.ts'
import type { CuboidScene } from './cuboidScene.ts'
import { paintCamera } from './paintCamera.ts'

const LENSES = {
  brown_conrady: 'cuboid.lens.brown_conrady',
  fisheye: 'cuboid.lens.fisheye',
} as const satisfies Record<CameraModel, string>

interface Props {
  scene: CuboidScene
  source: CameraSource
  /** To look at the calibration: always with points, and the lens model is named. */
  isProof?: boolean
}

/** One camera's image of the frame with what is annotated, to zoom, pan, select and adjust in. */
export function CameraImage({ scene, source, isProof = false }: Props) {
  const t = useTranslator()
  const { editor, pins } = scene
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = useRef<HTMLCanvasElement>(null)
  const placement = useRef<ImagePlacement | null>(null)
  const tool = useRef<CameraTool>(null)
  tool.current ??= new CameraTool(editor, scene.cameraBoxes)
  const draw = useDrawing(scene, source, isProof, { canvas, picture, placement, tool })
  useZoom(canvas, placement, source, draw)
  useVisits(scene, source, canvas, placement)
  const filter = useSession(editor.session, ({ view }) => pictureFilter(view))

  const handle = (act: (tool: CameraTool, held: ImagePlacement, event: PointerEvent<HTMLCanvasElement>) => void) => {
    return (event: PointerEvent<HTMLCanvasElement>) => {
      if (!tool.current || !placement.current) return
      act(tool.current, placement.current, event)
      draw()
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
        onPointerDown={handle((held, at, event) => {
          const place = placeOf(event, event.currentTarget)
          const opensPins = editor.session.activeTool === 'select'
          if (event.button === 0 && pins.pressOnImage(source, at, place, opensPins)) return
          event.currentTarget.setPointerCapture(event.pointerId)
          held.down(source, at, place, event.button === 0)
        })}
        onPointerMove={({ currentTarget, nativeEvent }) => {
          const { current: at } = placement
          const held = tool.current
          if (!held || !at) return
          const before = held.draft
          placement.current = held.move(source, at, placeOf(nativeEvent, currentTarget))
          // A pointer that only passes by costs nothing.
          if (placement.current !== at || held.draft !== before) draw()
        }}
        onPointerUp={handle((held, at, event) => held.up(source, at, placeOf(event, event.currentTarget)))}
        onPointerCancel={handle((held) => held.cancel())}
        onDoubleClick={({ nativeEvent, currentTarget }) => {
          if (placement.current)
            lookAlong(scene, source, imagePlace(placement.current, placeOf(nativeEvent, currentTarget)))
        }}
        onContextMenu={(event) => event.preventDefault()}
      />
      <span className="sensors-caption">
        {sensorName(editor, source)}
        {camera && isProof && <span className="panel-faint"> {t(LENSES[camera.intrinsics.cameraModel])}</span>}
        {!camera && <span className="panel-faint"> {t('cuboid.noProjection')}</span>}
      </span>
      <ImageState editor={editor} images={scene.images} url={source.url} />
      <CameraActions scene={scene} source={source} isProof={isProof} />
    </>
  )
}

interface Drawn {
  canvas: React.RefObject<HTMLCanvasElement | null>
  picture: React.RefObject<HTMLCanvasElement | null>
  placement: React.RefObject<ImagePlacement | null>
  tool: React.RefObject<CameraTool | null>
}

/** Draws now, and whenever something of it changes; the image itself only when it lies otherwise. */
function useDrawing(
  scene: CuboidScene,
  source: CameraSource,
  isProof: boolean,
  { canvas, picture, placement, tool }: Drawn,
): () => void {
  const { editor, images, cameraBoxes, projections, pins } = scene
  const shown = useRef<unknown[]>([])
  const draw = useCallback(() => {
    const over = clearedCanvas(canvas.current)
    if (!over) return
    if (over.isResized) placement.current = null
    placement.current ??= fittedImage(source.size, over.size)
    const image = [source, images.get(source.url), images.version, placement.current, over.size.widthPx]
    if (over.isResized || image.some((part, i) => part !== shown.current[i])) {
      shown.current = image
      const under = clearedCanvas(picture.current)
      const what = images.pictureOf(source)
      if (under && what) drawPicture(under.context, what, placement.current, under.size, source.size)
    }
    paintCamera(over.context, editor, cameraBoxes, {
      ...{ source, placement: placement.current, isSmall: false },
      points: isProof || editor.view.pointsOnImages ? projections.get(editor.frame, source) : null,
      draft: tool.current?.draft ?? null,
    })
    pins.paintOnImage(over.context, source, placement.current)
  }, [editor, images, cameraBoxes, projections, pins, source, isProof, canvas, picture, placement, tool])

  // Another camera is another image; another frame of the same camera keeps what was zoomed to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id alone decides
  useEffect(() => {
    placement.current = null
  }, [source.sensorId])
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

function useZoom(
  canvas: Drawn['canvas'],
  placement: Drawn['placement'],
  { size }: CameraSource,
  draw: () => void,
): void {
  useEffect(() => {
    const element = canvas.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (!element || !placement.current) return
      const fit = fittedImage(size, { widthPx: element.clientWidth, heightPx: element.clientHeight })
      const zoomed = zoomedImage(placement.current, placeOf(event, element), 1.0015 ** -event.deltaY, fit.scale)
      placement.current = zoomed.scale <= fit.scale ? fit : zoomed
      draw()
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [draw, size, canvas, placement])
}

/** Centres the place of an issue in this image when a person opens it. */
function useVisits(
  { editor }: CuboidScene,
  source: CameraSource,
  canvas: Drawn['canvas'],
  placement: Drawn['placement'],
): void {
  const visited = useSession(editor.session, ({ pins }) => pins.visited)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit
  useEffect(() => {
    const { current: held } = placement
    if (!held || !canvas.current || !visited?.imagePoint || visited.sensorId !== source.sensorId) return
    const at = viewPlace(held, imagePointFromNormalized(visited.imagePoint, source.size))
    const { clientWidth, clientHeight } = canvas.current
    if (at.x >= 0 && at.y >= 0 && at.x <= clientWidth && at.y <= clientHeight) return
    placement.current = { ...held, left: held.left + clientWidth / 2 - at.x, top: held.top + clientHeight / 2 - at.y }
    editor.changed()
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
  editor.changed()
}
