import type { Finding } from '../../../model/checks/finding.ts'
import { watch } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import type { Message } from '../../messages/messageValues.ts'
import type { Translator } from '../../messages/translator.ts'
import { CameraColors } from '../../scene/cloud/cameraColors.ts'
import { GroundMarks } from '../../scene/cloud/groundMarks.ts'
import { ImageStore } from '../../scene/cloud/imageStore.ts'
import { pointedPlace } from '../../scene/cloud/pointedPlace.ts'
import { Projections } from '../../scene/cloud/projections.ts'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import type { LabelStore } from '../../scene/labels/labelStore.ts'
import { openPickerWorker, WorkerPicker } from '../../scene/labels/workerPicker.ts'
import { ScenePins } from '../../scene/pins/scenePins.ts'
import { DrawingHistory } from '../../tools/machine/drawingHistory.ts'
import { isShown, type LabelFilters } from '../../tools/points/labelFilters.ts'
import { MAIN_VIEW } from '../../tools/points/pointHost.ts'
import { PointMachine } from '../../tools/points/pointMachine.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import type { Made } from '../sensors/useOnCanvas.ts'
import { ImageViews } from './imageViews.ts'
import { LabelActions } from './labelActions.ts'
import { LabelBox } from './labelBox.ts'
import { LabelEditor } from './labelEditor.ts'
import { LabelPlaces } from './labelPlaces.ts'
import type { LabelWorkspace } from './labelScene.ts'
import { LabelStrokes } from './labelStrokes.ts'
import { legendNumbersOf } from './openScenes.ts'
import { PointingHost } from './pointingHost.ts'
import { suggestedPoints } from './suggestedPoints.ts'
import { Suggestions } from './suggestions.ts'

/**
 * Editor, tools and loaders of a segmentation, which work without a page.
 *
 * @param renderer null: nothing is drawn, as in tests
 */
export function makeLabelWork(
  session: EditorSession,
  job: FusionJob,
  renderer: ViewRenderer | null,
  store: LabelStore,
  t: Translator,
): Made<LabelWorkspace> {
  const editor = new LabelEditor(session, job, legendNumbersOf(session), t, renderer)
  let picker: WorkerPicker | null = null
  const currentPicker = () => picker
  const strokes = new LabelStrokes(editor, store, currentPicker)
  const places = new LabelPlaces(editor, store)
  const tell = (reason: Message) => editor.tell(reason)
  const projections = new Projections(job, editor.clouds, tell)
  const images = new ImageStore()
  const cameraColors = new CameraColors(job, editor.clouds, tell)
  const groundMarks = new GroundMarks(editor.clouds)
  editor.include(images, projections, cameraColors, groundMarks)
  const box = new LabelBox(editor, store, strokes, currentPicker)
  const imageViews = new ImageViews(editor, strokes, projections)
  const actions = new LabelActions(editor, store, strokes)
  const suggestions = new Suggestions(editor, store, strokes, places, currentPicker)
  const offerSurface = (index: number) => suggestions.offerSurface(index)
  const host = new PointingHost({ editor, strokes, box, places, actions, images: imageViews, offerSurface })
  const scene: LabelWorkspace = {
    editor,
    store,
    strokes,
    places,
    actions,
    suggestions,
    box,
    host,
    images,
    imageViews,
    projections,
    tool: new PointMachine(host),
    pins: labelPins(editor, places, host),
  }
  const drawing = new DrawingHistory(
    scene.tool,
    session,
    () => editor.box !== null || (suggestions.current?.indices.length ?? 0) > 0,
  )
  images.want(job.frames[0].cameras.map(({ url }) => url))
  const follow = () => {
    const { cloud } = editor
    if (cloud && !picker) {
      const { positions } = cloud.chunk
      store.setPositions(positions)
      editor.clouds.layer.setMarks(cloud.url, store.marks)
      picker = new WorkerPicker(openPickerWorker(), { positions, relativeFromChunk: cloud.relativeFromChunk }, store)
    }
    if (editor.view.color === 'camera') cameraColors.want([0])
    if (editor.filters.hidesGround) groundMarks.want([0])
  }
  const hide = (filters: LabelFilters) => {
    store.setHidden((entry) => !isShown(filters, entry))
    suggestions.followRules()
  }
  const countLabels = () => {
    const counts = new Map([[0, store.unlabelledCount]])
    for (const { labelKey } of editor.legend) counts.set(labelKey, store.countOf(labelKey))
    return counts
  }
  const leaves = [
    session.inWork.use(drawing),
    editor.subscribe(follow),
    watch(editor, ({ filters }) => filters, hide),
    store.onLook(() => {
      editor.redraw()
      imageViews.drawAll()
    }),
    watch(
      session,
      (open) => open.visited,
      (visited) => visited && show(scene, visited.finding),
    ),
    watch(
      session,
      ({ pins }) => pins.visited,
      (visited) => {
        const entry = editor.legend.find(({ id }) => id === visited?.place.legendEntryId)
        if (entry) actions.choose([entry.id])
      },
    ),
    watch(
      session,
      (open) => open.activeTool,
      (tool, before) => {
        // Anything else that is offered can be gone over with whichever tool.
        if (before === 'ground' || before === 'surface') suggestions.stop()
        box.set(null)
        host.setGesture(null)
        host.hover('', null)
        drawing.follow()
        if (tool === 'ground') suggestions.offerGround()
      },
    ),
    watch(
      session,
      ({ suggestions: { current, previewed } }) => [current, previewed],
      () => store.offer(suggestedPoints(session.suggestions)),
    ),
    session.pageChecks.provide({ countLabels }),
  ]
  hide(editor.filters)
  follow()
  const dispose = () => {
    for (const leave of leaves) leave()
    actions.dispose()
    suggestions.dispose()
    picker?.dispose()
    box.dispose()
    store.dispose()
    images.dispose()
    projections.dispose()
    cameraColors.dispose()
    groundMarks.dispose()
    scene.pins.dispose()
    editor.dispose()
  }
  return { scene, dispose }
}

/** Leads to what a check found. */
function show({ editor, actions, places, suggestions }: LabelWorkspace, { code, where }: Finding): void {
  if (code === 'UNLABELLED_POINTS') suggestions.offerLeft()
  const entry = editor.legend.find(({ id }) => id === where.legendEntryId)
  if (!entry) return
  actions.choose([entry.id])
  places.show(entry)
}

/** Issues pinned to places of the cloud, and to the owner of the points there. Instances are not tracks. */
function labelPins(editor: LabelEditor, places: LabelPlaces, host: PointingHost): ScenePins {
  return new ScenePins({
    session: editor.session,
    job: editor.job,
    pointAt(viewCamera, at) {
      const { cloud, extent, orbit } = editor
      return pointedPlace(viewCamera, at, cloud ? [cloud] : [], extent?.groundZ ?? orbit.target.z)
    },
    objectAt: () => null,
    labelAt: (sensorId, at) => host.entryUnder(sensorId ?? MAIN_VIEW, at)?.id ?? null,
    anchorOf: () => null,
    lookAt: (target) => places.lookAt(target, null),
    showCamera: (cameraId) => editor.setView({ cameraId }),
  })
}
