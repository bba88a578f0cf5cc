import { normalizeImagePoint } from '../../../geometry/camera.ts'
import { projectedBounds } from '../../../geometry/projectedBounds.ts'
import type { Projected } from '../../../model/document/records.ts'
import { providePropagateHeld } from '../../document/heldObjects.ts'
import { watch } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import type { Message } from '../../messages/messageValues.ts'
import { BoxLayer } from '../../scene/cloud/boxLayer.ts'
import { CameraColors } from '../../scene/cloud/cameraColors.ts'
import { prefetchOrder } from '../../scene/cloud/chunkCache.ts'
import { GroundMarks } from '../../scene/cloud/groundMarks.ts'
import { ImageStore } from '../../scene/cloud/imageStore.ts'
import { pointedPlace } from '../../scene/cloud/pointedPlace.ts'
import { Projections } from '../../scene/cloud/projections.ts'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import { ScenePins } from '../../scene/pins/scenePins.ts'
import { CuboidMachine } from '../../tools/cuboid/cuboidMachine.ts'
import { DrawingHistory } from '../../tools/machine/drawingHistory.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import { pickCuboid } from '../../view3d/pickCuboid.ts'
import type { Made } from '../sensors/useOnCanvas.ts'
import { CameraBoxes } from './cameraBoxes.ts'
import { CameraSpaces } from './cameraSpaces.ts'
import { CuboidEditor } from './cuboidEditor.ts'
import { CuboidFits } from './cuboidFits.ts'
import type { CuboidWork } from './cuboidScene.ts'
import { FrameHost } from './frameHost.ts'
import { PointEvidence } from './pointEvidence.ts'
import { SpaceObjects } from './spaceObjects.ts'
import { watchCameraBoxes } from './staleBoxes.ts'
import { propagateAll } from './trackActions.ts'

const IMAGE_PREFETCH_FRAMES = 2

/**
 * Editor, tools and loaders of a job, which work without a page.
 *
 * @param renderer null: nothing is drawn, as in tests
 */
export function makeCuboidWork(
  session: EditorSession,
  job: FusionJob,
  renderer: ViewRenderer | null,
): Made<CuboidWork> {
  const editor = new CuboidEditor(session, job, renderer)
  const boxLayer = new BoxLayer()
  const fits = new CuboidFits(editor)
  const spaces = new SpaceObjects(editor)
  const host = new FrameHost(editor, spaces, (gesture, groundZ) => void fits.make(gesture, groundZ))
  const tell = (reason: Message) => editor.tell(reason)
  const images = new ImageStore()
  const projections = new Projections(job, editor.clouds, tell)
  const cameraColors = new CameraColors(job, editor.clouds, tell)
  const groundMarks = new GroundMarks(editor.clouds)
  editor.include(spaces, images, projections, cameraColors, groundMarks)
  const scene: CuboidWork = {
    editor,
    boxLayer,
    fits,
    host,
    spaces,
    images,
    projections,
    cameraColors,
    pins: cuboidPins(editor),
    tool: new CuboidMachine(host),
    cameraBoxes: new CameraBoxes(editor),
    cameraSpaces: new CameraSpaces(editor, spaces),
  }
  const drawing = new DrawingHistory(scene.tool, session)
  const wantImages = () => {
    const frames = prefetchOrder(editor.frame, job.frames.length, IMAGE_PREFETCH_FRAMES)
    images.want(frames.flatMap((frame) => job.frames[frame].cameras.map(({ url }) => url)))
  }
  wantImages()
  const leaveTool = watch(
    session,
    ({ activeTool }) => activeTool,
    () => void drawing.follow(),
  )
  const leaveDrawing = session.inWork.use(drawing)
  const leaveFrame = watch(
    session,
    ({ frame }) => frame,
    () => {
      if (!drawing.follow().isOtherFrame) scene.tool.drop()
      wantImages()
    },
  )
  const leaveColors = editor.subscribe(() => {
    if (editor.view.hidesGround) groundMarks.want([...editor.shownFrames(), editor.frame + 1])
    if (editor.view.color !== 'camera') return
    cameraColors.want([...editor.shownFrames(), editor.frame + 1, editor.frame - 1])
  })
  const withdrawPropagation = providePropagateHeld(session, (tracks) => propagateAll(editor, fits, tracks))
  const evidence = new PointEvidence(editor)
  const projected = scene.cameraBoxes.hasBoxes ? cameraProjection(job) : undefined
  const withdrawKnowledge = session.pageChecks.provide({ evidence, projected })
  const leaveCameraBoxes = projected && watchCameraBoxes(session, projected)
  const dispose = () => {
    withdrawPropagation()
    leaveTool()
    leaveDrawing()
    leaveFrame()
    withdrawKnowledge()
    leaveCameraBoxes?.()
    evidence.dispose()
    leaveColors()
    fits.dispose()
    images.dispose()
    projections.dispose()
    cameraColors.dispose()
    groundMarks.dispose()
    scene.pins.dispose()
    editor.dispose()
    boxLayer.dispose()
  }
  return { scene, dispose }
}

/** Where the cameras of the job see cuboids. */
function cameraProjection({ frames }: FusionJob): Projected {
  const sources = frames.map(({ cameras }) => new Map(cameras.map((source) => [source.sensorId, source])))
  return (_trackId, sensorId, frame, cuboid) => {
    const { camera, size } = sources[frame]?.get(sensorId) ?? { camera: null, size: null }
    const bounds = camera && size && projectedBounds(cuboid, camera, size)
    if (!bounds) return null
    const { x: left, y: top } = normalizeImagePoint({ u: bounds.minU, v: bounds.minV }, size)
    const { x: right, y: bottom } = normalizeImagePoint({ u: bounds.maxU, v: bounds.maxV }, size)
    return { left, top, right, bottom }
  }
}

/** Issues pinned in the views of cuboids. */
function cuboidPins(editor: CuboidEditor): ScenePins {
  return new ScenePins({
    session: editor.session,
    job: editor.job,
    pointAt: (viewCamera, at) =>
      pointedPlace(viewCamera, at, editor.shownClouds(), editor.extent?.groundZ ?? editor.orbit.target.z),
    objectAt: (viewCamera, at) => pickCuboid(viewCamera, at, editor.boxesAt(editor.frame))?.trackId ?? null,
    anchorOf(trackId) {
      const box = editor.boxOf(trackId, editor.frame)
      if (!box) return null
      const { position, dimensions } = box.cuboid
      return { ...position, z: position.z + dimensions.height / 2 }
    },
    lookAt: (target) => editor.setOrbit({ ...editor.orbit, target }),
    showCamera: (cameraId) => editor.setView({ cameraId }),
  })
}
