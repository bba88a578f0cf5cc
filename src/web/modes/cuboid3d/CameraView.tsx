import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { ArrowLeftRight, Grip } from 'lucide-react'
import { type PointerEvent, useCallback, useEffect, useRef } from 'react'
import { rotate } from '../../../geometry/quaternion.ts'
import { distance, subtract } from '../../../geometry/vec3.ts'
import { useSession } from '../../document/useSession.ts'
import type { CameraSource } from '../../scene/cloud/fusionJob.ts'
import { lookingAlong } from '../../scene/cloud/orbit.ts'
import { dismissedBox, reprojectedBox } from '../../tools/cuboid/linkedBox.ts'
import { nameOf, onNextPicture, seeingCameras } from './CameraStrip.tsx'
import { CameraTool } from './cameraTool.ts'
import { fittedImage, type ImagePlacement, imagePlace, zoomedImage } from './imageView.ts'
import { paintCamera } from './paintCamera.ts'
import { useEditor } from './useEditor.ts'
import type { CuboidScene } from './useScene.ts'

const NO_CALIBRATION = 'No intrinsics: shown without projection.'

/** The camera that sees the selected object best, or the one that was chosen. */
export function CameraView({ scene }: { scene: CuboidScene }) {
  const { editor } = scene
  const frame = useSession(editor.session, (open) => open.frame)
  useSession(editor.session, (open) => open.document)
  useSession(editor.session, (open) => open.selection)
  const chosen = useEditor(editor, (e) => e.view.cameraId)
  const { cameras } = editor.job.frames[frame]
  const source = cameras.find(({ sensorId }) => sensorId === chosen) ?? seeingCameras(editor)[0] ?? cameras[0] ?? null
  if (!source) return <div className="c3d-empty">No image in this frame.</div>
  return <CameraImage scene={scene} source={source} />
}

/** One camera's image of the frame with what is annotated, to zoom, pan, select and adjust in. */
export function CameraImage({ scene, source }: { scene: CuboidScene; source: CameraSource }) {
  const { editor, images, cameraBoxes, projections } = scene
  const canvas = useRef<HTMLCanvasElement>(null)
  const placement = useRef<ImagePlacement | null>(null)
  const tool = useRef<CameraTool>(null)
  tool.current ??= new CameraTool(editor, cameraBoxes)
  const { sensorId } = source

  const draw = useCallback(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || element.clientWidth < 2) return
    const size = { widthPx: element.clientWidth, heightPx: element.clientHeight }
    const ratio = window.devicePixelRatio
    if (element.width !== Math.round(size.widthPx * ratio) || element.height !== Math.round(size.heightPx * ratio)) {
      element.width = Math.round(size.widthPx * ratio)
      element.height = Math.round(size.heightPx * ratio)
      placement.current = null
    }
    placement.current ??= fittedImage(source.size, size)
    paintCamera(context, editor, cameraBoxes, {
      ...{ source, size, isSmall: false },
      bitmap: images.get(source.url),
      placement: placement.current,
      points: editor.view.pointsOnImages ? projections.get(editor.frame, source) : null,
      draft: tool.current?.draft ?? null,
    })
  }, [editor, images, cameraBoxes, projections, source])

  // Another camera is another image; another frame of the same camera keeps what was zoomed to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id alone decides
  useEffect(() => {
    placement.current = null
  }, [sensorId])
  useEffect(() => {
    draw()
    const resizes = new ResizeObserver(draw)
    if (canvas.current) resizes.observe(canvas.current)
    const leave = onNextPicture(editor.subscribe, draw)
    return () => {
      resizes.disconnect()
      leave()
    }
  }, [editor, draw])
  useEffect(() => {
    const element = canvas.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (!element || !placement.current) return
      const fit = fittedImage(source.size, { widthPx: element.clientWidth, heightPx: element.clientHeight })
      const zoomed = zoomedImage(placement.current, placeOf(event, element), 1.0015 ** -event.deltaY, fit.scale)
      placement.current = zoomed.scale <= fit.scale ? fit : zoomed
      draw()
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [draw, source])

  const handle = (act: (tool: CameraTool, held: ImagePlacement, event: PointerEvent<HTMLCanvasElement>) => void) => {
    return (event: PointerEvent<HTMLCanvasElement>) => {
      if (!tool.current || !placement.current) return
      act(tool.current, placement.current, event)
      draw()
    }
  }
  return (
    <>
      <canvas
        ref={canvas}
        className="c3d-camera"
        aria-label={`Image of ${nameOf(editor, source)}`}
        onPointerDown={handle((held, at, event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          held.down(source, at, placeOf(event, event.currentTarget), event.button === 0)
        })}
        onPointerMove={handle((held, at, event) => {
          placement.current = held.move(source, at, placeOf(event, event.currentTarget))
        })}
        onPointerUp={handle((held, at, event) => held.up(source, at, placeOf(event, event.currentTarget)))}
        onPointerCancel={handle((held) => held.cancel())}
        onDoubleClick={({ nativeEvent, currentTarget }) => {
          if (placement.current)
            lookAlong(scene, source, imagePlace(placement.current, placeOf(nativeEvent, currentTarget)))
        }}
        onContextMenu={(event) => event.preventDefault()}
      />
      <span className="c3d-caption">
        {nameOf(editor, source)}
        {source.camera ? '' : ` – ${NO_CALIBRATION}`}
      </span>
      <ImageState scene={scene} source={source} />
      <CameraActions scene={scene} source={source} />
    </>
  )
}

function ImageState({ scene: { editor, images }, source }: { scene: CuboidScene; source: CameraSource }) {
  const isThere = useEditor(editor, () => images.get(source.url) !== null)
  const failure = useEditor(editor, () => images.failureOf(source.url))
  if (isThere) return null
  return <div className="c3d-loading">{failure ? `The image could not be loaded (${failure}).` : 'Loading image…'}</div>
}

function CameraActions({ scene: { editor, cameraBoxes }, source }: { scene: CuboidScene; source: CameraSource }) {
  const pointsOnImages = useEditor(editor, (e) => e.view.pointsOnImages)
  useEditor(editor, (e) => e.session.document)
  const id = editor.selectedId
  const link = cameraBoxes.rectanglesOf(source).find(({ trackId }) => trackId === id)
  const isOwn = link && link.state !== 'linked' && link.state !== 'camera-only'
  const { frame } = editor
  const isLocked = editor.session.readOnly || !editor.isEditable(source.sensorId)
  return (
    <div className="c3d-camera-actions">
      {link && id && (
        <>
          <span className="c3d-link-state">{link.rectangle || isOwn ? link.state : 'not seen'}</span>
          {isOwn && (
            <Button
              size="compact-xs"
              disabled={isLocked}
              onClick={() => editor.edit(id, 'Project anew', (track) => reprojectedBox(track, source.sensorId, frame))}
            >
              Project anew
            </Button>
          )}
          {link.state !== 'dismissed' && link.rectangle && (
            <Button
              size="compact-xs"
              variant="default"
              disabled={isLocked}
              onClick={() => editor.edit(id, 'Dismiss box', (track) => dismissedBox(track, source.sensorId, frame))}
            >
              Dismiss
            </Button>
          )}
        </>
      )}
      <Tooltip label="Camera and 3D view change places (H)">
        <ActionIcon
          size="sm"
          variant="default"
          aria-label="Change places"
          onClick={() => editor.setView({ cameraLarge: !editor.view.cameraLarge })}
        >
          <ArrowLeftRight size="0.9rem" />
        </ActionIcon>
      </Tooltip>
      {source.camera && (
        <Tooltip label="Points over the image">
          <ActionIcon
            size="sm"
            variant={pointsOnImages ? 'filled' : 'default'}
            aria-label="Points over the image"
            aria-pressed={pointsOnImages}
            onClick={() => editor.setView({ pointsOnImages: !pointsOnImages })}
          >
            <Grip size="0.9rem" />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}

const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }, element: HTMLElement) => {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/** The large view looks from the camera through the pixel, as far as the selected object or 15 m. */
function lookAlong({ editor }: CuboidScene, { camera }: CameraSource, { u, v }: { u: number; v: number }): void {
  const ray = camera?.cameraRayFromImage(u, v)
  if (!camera || !ray) {
    editor.tell(camera ? 'The lens sees nothing there.' : NO_CALIBRATION)
    return
  }
  const eye = subtract(camera.commonFromCamera.position, editor.job.originM)
  const box = editor.selectedBox()
  const reach = box ? Math.max(4, distance(eye, box.cuboid.position)) : 15
  editor.setOrbit(lookingAlong(editor.orbit, eye, rotate(camera.commonFromCamera.heading, ray), reach))
  editor.changed()
}
