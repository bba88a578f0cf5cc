import { ActionIcon } from '@mantine/core'
import { X } from 'lucide-react'
import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react'
import { add } from '../../../geometry/vec3.ts'
import { pictureFilter } from '../../canvas/picture.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { packedRgba, paintPoints } from '../../scene/cloud/paintPoints.ts'
import { isShown } from '../../tools/points/labelFilters.ts'
import type { PointPointer } from '../../tools/points/pointHost.ts'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { type ImagePlacement, viewPlace } from '../../view3d/imagePlacement.ts'
import { useKeyed } from '../../workbench/keys/Keys.tsx'
import { ChangePlaces } from '../sensors/ChangePlaces.tsx'
import { ImageState } from '../sensors/ImageState.tsx'
import { clearedCanvas, drawPicture } from '../sensors/imageCanvas.ts'
import { onNextPicture } from '../sensors/onNextPicture.ts'
import { wheelDeltaPx } from '../sensors/wheelDelta.ts'
import { cameraName } from './CameraThumbs.tsx'
import { uncutTest } from './cloudPoints.ts'
import type { LabelScene } from './labelScene.ts'
import { paintGesture, paintName, paintRing } from './paintPointing.ts'

const BUTTONS = ['left', 'middle', 'right'] as const

/** One camera's image with the points over it in the colours of their labels; all tools work here too. */
export function CameraPane({ scene, source }: { scene: LabelScene; source: CameraSource }) {
  const t = useTranslator()
  const keyed = useKeyed()
  const { editor, tool, pins, imageViews, images } = scene
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = useRef<HTMLCanvasElement>(null)
  useDrawing(scene, source, canvas, picture)
  const filter = useSession(editor.session, ({ view }) => pictureFilter(view))
  const { sensorId } = source
  const pointer = (event: PointerEvent<HTMLCanvasElement> | MouseEvent<HTMLCanvasElement>): PointPointer => ({
    view: sensorId,
    ...placeOf(event, event.currentTarget),
    button: BUTTONS[event.button] ?? 'left',
    shift: event.shiftKey,
    ctrl: event.ctrlKey || event.metaKey,
    alt: event.altKey,
  })
  return (
    <>
      <canvas ref={picture} className="sensors-picture" style={{ filter }} aria-hidden />
      <canvas
        ref={canvas}
        className="sensors-camera"
        aria-label={t('seg.imageOf', { camera: cameraName(editor, source) })}
        data-view={sensorId}
        onPointerDown={(event) => {
          const placement = imageViews.placementOf(sensorId)
          const opensPins = editor.session.activeTool === 'select'
          if (event.button === 0 && placement && pins.pressOnImage(source, placement, pointer(event), opensPins)) return
          event.currentTarget.setPointerCapture(event.pointerId)
          tool.pointerDown(pointer(event))
        }}
        onPointerMove={(event) => tool.pointerMove(pointer(event))}
        onPointerUp={(event) => tool.pointerUp(pointer(event))}
        onPointerCancel={() => tool.cancel()}
        onPointerLeave={() => tool.leave(sensorId)}
        onDoubleClick={(event) => tool.doubleClick(pointer(event))}
        onContextMenu={(event) => event.preventDefault()}
      />
      <span className="sensors-caption">
        {cameraName(editor, source)}
        {!source.camera && <span className="panel-faint"> {t('seg.noProjection')}</span>}
      </span>
      <ImageState images={images} url={source.url} />
      <div className="sensors-camera-actions">
        <ChangePlaces
          label={keyed(t('seg.swap'), 'label.swap')}
          onChange={() => editor.setView({ cameraLarge: !editor.view.cameraLarge })}
        />
        <ActionIcon
          size="sm"
          variant="default"
          aria-label={t('seg.closeImage')}
          onClick={() => editor.setView({ cameraId: null, cameraLarge: false })}
        >
          <X size="0.9rem" />
        </ActionIcon>
      </div>
    </>
  )
}

type CanvasRef = React.RefObject<HTMLCanvasElement | null>

/** Draws now, and whenever something changes; the image itself only when its placement changes. */
function useDrawing(scene: LabelScene, source: CameraSource, canvas: CanvasRef, picture: CanvasRef): void {
  const { editor, images, imageViews, tool } = scene
  const { sensorId } = source
  const shown = useRef<unknown[]>([])
  const draw = useCallback(() => {
    const over = clearedCanvas(canvas.current)
    if (!over) return
    if (over.isResized) imageViews.fit(sensorId)
    const placement = imageViews.placementOf(sensorId)
    if (!placement) return
    const image = [images.get(source.url), images.version, placement, over.size.widthPx]
    if (over.isResized || image.some((part, i) => part !== shown.current[i])) {
      shown.current = image
      const under = clearedCanvas(picture.current)
      const what = images.pictureOf(source)
      if (under && what) drawPicture(under.context, what, placement, under.size, source.size)
    }
    paintOver(over.context, scene, source, placement)
  }, [scene, images, imageViews, sensorId, source, canvas, picture])
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const asked = { request: 0 }
    const drawSoon = () => {
      asked.request ||= requestAnimationFrame(() => {
        asked.request = 0
        draw()
      })
    }
    const detach = imageViews.attach(source, element, drawSoon)
    draw()
    const resizes = new ResizeObserver(draw)
    resizes.observe(element)
    const leave = onNextPicture(editor.subscribe, draw)
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      tool.wheel({ view: sensorId, ...placeOf(event, element), deltaY: wheelDeltaPx(event), shift: event.shiftKey })
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      cancelAnimationFrame(asked.request)
      detach()
      resizes.disconnect()
      leave()
      element.removeEventListener('wheel', onWheel)
    }
  }, [editor, imageViews, tool, sensorId, source, draw, canvas])
}

function paintOver(
  context: CanvasRenderingContext2D,
  { editor, projections, pins, store, places }: LabelScene,
  source: CameraSource,
  placement: ImagePlacement,
): void {
  const { hovered, gesture, cloud } = editor
  const points = projections.get(0, source)
  const indices = projections.indicesOf(source)
  if (points && indices) {
    const pixels = slotPixels(editor, store.entries)
    const { preview, previewLook } = store.marks
    const { r, g, b } = previewLook.color
    const standingOut = packedRgba(Math.round(255 * r), Math.round(255 * g), Math.round(255 * b))
    const { slots } = store
    const isUncut = cloud ? uncutTest(cloud, editor.filters) : null
    const colorOf = (place: number) => {
      const index = indices[place]
      if (preview.array[index]) return standingOut
      return isUncut?.(index) === false ? 0 : pixels[slots[index]]
    }
    paintPoints(context, points, placement, window.devicePixelRatio, colorOf)
  }
  if (hovered && cloud && source.camera) {
    const at = source.camera.imageFromCommon(add(places.pointAt(hovered.index), editor.job.originM))
    if (at) {
      const { x, y } = viewPlace(placement, at)
      paintRing(context, { x, y })
      paintName(context, { x, y: y - 12 }, editor.nameOf(hovered.entry), editor.colorOf(hovered.entry))
    }
  }
  pins.paintOnImage(context, source, placement)
  if (gesture?.view === source.sensorId) paintGesture(context, gesture, editor)
}

const GREY = packedRgba(150, 150, 150)

/** By slot; 0 if its points are hidden. */
function slotPixels(editor: LabelScene['editor'], entries: LabelScene['store']['entries']): Uint32Array {
  return Uint32Array.from(entries, (entry) => {
    if (!isShown(editor.filters, entry)) return 0
    if (!entry) return GREY
    const [red, green, blue] = (editor.colorOf(entry).match(/\d+/g) ?? ['128', '128', '128']).map(Number)
    return packedRgba(red, green, blue)
  })
}

function placeOf({ clientX, clientY }: { clientX: number; clientY: number }, element: HTMLElement) {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
