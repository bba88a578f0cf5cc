import type { Cuboid } from '../../../geometry/cuboid.ts'
import { countPointsInBox } from '../../../geometry/pointCount.ts'
import { subtract, type Vec3 } from '../../../geometry/vec3.ts'
import type { GeometryKind } from '../../../model/annotationType.ts'
import { hasCameraBoxes } from '../../../model/annotationTypes/rulesOf.ts'
import { COMMON_VIEW, type Track } from '../../../model/document/document.ts'
import { changesBetween } from '../../../model/document/edits/trackChange.ts'
import { spaceAt } from '../../../model/document/interpolate.ts'
import { newTrack } from '../../../model/document/newTrack.ts'
import { classById, type TagClass } from '../../../model/tag.ts'
import { watch } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import { LongTask } from '../../kit/longTask.ts'
import type { EditId } from '../../messages/message.ts'
import type { CloudLook, ShownCloud } from '../../scene/cloud/cloudLayer.ts'
import { commonFromChunk } from '../../scene/cloud/cloudStore.ts'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import type { MakingGesture } from '../../tools/cuboid/cuboidHost.ts'
import { classForKind } from '../../tools/image/classChoice.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import type { NamedCuboid } from '../../view3d/pickCuboid.ts'
import { cuboidFromRelative } from '../../view3d/relativeMatrix.ts'
import { SceneEditor } from '../sensors/sceneEditor.ts'
import { type CloudView, FIRST_CLOUD_VIEW } from './cloudView.ts'
import { FittedFaces } from './fittedFaces.ts'
import { followCamera, isInView } from './followCamera.ts'
import { type FrameBox, FrameBoxes } from './frameBoxes.ts'
import { placedInTrack } from './resizedInAll.ts'

export const AGGREGATE_REACH = 5

/** A box as it is dragged, before it is placed. */
interface Draft {
  trackId: string
  frame: number
  cuboid: Cuboid
}

/** What the 3D mode holds beside the document: where one looks, what is being done, which clouds are there. */
export class CuboidEditor extends SceneEditor {
  #view: CloudView = FIRST_CLOUD_VIEW
  /** Shown instead of the document's box while it is dragged. */
  #draft: Draft | null = null
  #gesture: { gesture: MakingGesture; groundZ: number } | null = null
  #hovered: string | null = null
  readonly #classes: ReadonlyMap<string, TagClass>
  readonly #boxes: FrameBoxes
  readonly #leaves: readonly (() => void)[]
  #lastShown = ''
  readonly task = new LongTask(() => this.changed())
  readonly fittedFaces = new FittedFaces()

  constructor(session: EditorSession, job: FusionJob, renderer: ViewRenderer | null = null) {
    super(session, job, renderer)
    this.#classes = classById(session.job.tag)
    this.#boxes = new FrameBoxes(session, job, this.#classes)
    const primary = job.sensors.find(({ id }) => id === job.primarySensorId)
    if (primary?.modality === 'camera') this.#view = { ...this.#view, cameraId: primary.id, cameraLarge: true }
    // What was selected before there was a view is brought into it with the first change.
    let isWatching = false
    this.#leaves = [
      watch(
        session,
        ({ frame }) => frame,
        (_, before) => this.#frameChanged(before),
      ),
      watch(
        session,
        () => (isWatching ? this.selectedId : null),
        () => this.#bringIntoView(),
      ),
      session.subscribe(() => this.changed()),
    ]
    isWatching = true
    this.wantClouds()
  }

  get view(): CloudView {
    return this.#view
  }

  get frame(): number {
    return this.session.frame
  }

  get draft(): Draft | null {
    return this.#draft
  }

  get gesture(): { gesture: MakingGesture; groundZ: number } | null {
    return this.#gesture
  }

  /** The object under the pointer. */
  get hovered(): string | null {
    return this.#hovered
  }

  setDraft(draft: Draft | null): void {
    this.#draft = draft
    this.changed()
  }

  setGesture(gesture: MakingGesture | null, groundZ: number): void {
    this.#gesture = gesture && { gesture, groundZ }
    this.redraw()
  }

  setHovered(trackId: string | null): void {
    if (this.#hovered === trackId) return
    this.#hovered = trackId
    this.redraw()
  }

  classOf(classId: string): TagClass | null {
    return this.#classes.get(classId) ?? null
  }

  /** Of new objects. */
  get currentClass(): TagClass | null {
    return this.classFor('cuboid')
  }

  /** The current class, where it may have this form, else the first that may. */
  classFor(kind: GeometryKind): TagClass | null {
    const { currentClassId, job } = this.session
    return classForKind(job.tag, currentClassId, kind)
  }

  setView(change: Partial<CloudView>): void {
    this.#view = { ...this.#view, ...change }
    if (change.aggregateReach !== undefined) this.wantClouds()
    this.changed()
  }

  /** The frames that are shown together, the current one first. */
  shownFrames(frame = this.frame): number[] {
    const reach = this.job.hasEgoPose ? this.view.aggregateReach : 0
    const others = Array.from({ length: 2 * reach + 1 }, (_, i) => frame - reach + i)
    return [frame, ...others.filter((f) => f !== frame && f >= 0 && f < this.job.frames.length)]
  }

  wantClouds(): void {
    this.clouds.want(this.shownFrames())
  }

  shownClouds(frame = this.frame): ShownCloud[] {
    return this.clouds.shown(this.shownFrames(frame))
  }

  look(clouds: readonly ShownCloud[]): CloudLook {
    const { color, sizePx, heightsM, hidesGround, distancesM: distanceLimits } = this.view
    const sensorZ = clouds[0]?.sensor.z ?? 0
    const [low, high] = this.extent?.heights ?? [-2, 4]
    const heightLimits = heightsM && ([sensorZ + heightsM[0], sensorZ + heightsM[1]] as const)
    const heightRange = [sensorZ + low, sensorZ + high] as const
    return { color, sizePx: sizePx * this.pixelRatio, heightRange, heightLimits, hidesGround, distanceLimits }
  }

  /** Boxes of a frame as the document has them. */
  boxesAt(frame: number): readonly FrameBox[] {
    return this.#boxes.at(frame)
  }

  /** What the scene draws: the box being dragged as it is dragged. The same arrays while nothing changes. */
  drawnBoxes(): { resting: readonly FrameBox[]; selected: readonly FrameBox[] } {
    const { resting, selected } = this.#boxes.split(this.frame)
    const { draft } = this
    if (draft?.frame !== this.frame) return { resting, selected }
    const cuboid = draft.cuboid
    return { resting, selected: selected.map((box) => (box.trackId === draft.trackId ? { ...box, cuboid } : box)) }
  }

  boxOf(trackId: string, frame: number): FrameBox | null {
    const box = this.#boxes.get(trackId, frame)
    const { draft } = this
    return box && draft?.frame === frame && draft.trackId === trackId ? { ...box, cuboid: draft.cuboid } : box
  }

  /** The one object that the small views and the numbers are about; null when none or several are selected. */
  get selectedId(): string | null {
    const [first, second] = this.session.selection
    return second === undefined ? (first ?? null) : null
  }

  selectedBox(frame = this.frame): FrameBox | null {
    const id = this.selectedId
    return id === null ? null : this.boxOf(id, frame)
  }

  /** The middle of the selected box, or the middle one of the selected points; relative to the job's origin. */
  selectedPlace(): Vec3 | null {
    const { selectedTrack: track } = this
    const points = track && spaceAt(track, this.frame)?.shape.points
    const middle = points?.[Math.floor(points.length / 2)]
    return this.selectedBox()?.cuboid.position ?? (middle ? subtract(middle, this.job.originM) : null)
  }

  get selectedTrack(): Track | null {
    const id = this.selectedId
    return id === null ? null : (this.session.document.tracks.get(id) ?? null)
  }

  get canEdit(): boolean {
    return !this.session.readOnly && this.editableLidar
  }

  /** Boxes belong to lidars; what only cameras see belongs to them. */
  canEditTrack({ cuboid, views }: Track): boolean {
    if (this.session.readOnly) return false
    return cuboid || views.has(COMMON_VIEW) ? this.editableLidar : [...views.keys()].some((id) => this.isEditable(id))
  }

  isEditable(sensorId: string): boolean {
    return this.job.sensors.find(({ id }) => id === sensorId)?.editable ?? false
  }

  /** Whether any lidar may be annotated; boxes belong to lidars. */
  get editableLidar(): boolean {
    return this.job.sensors.some(({ modality, editable }) => modality === 'lidar' && editable)
  }

  /** One step of undo that applies `edit` to a track; null from it means there is nothing to do. */
  edit(trackId: string, label: EditId, edit: (track: Track) => Track | null, run?: object): boolean {
    const before = this.session.document.tracks.get(trackId)
    const after = before && !this.session.readOnly ? edit(before) : null
    if (!before || !after) return false
    return this.session.execute(label, changesBetween(before, after), run)
  }

  /**
   * @param cuboid relative to the job's origin
   * @param run as in EditorSession.execute
   */
  place(trackId: string, frame: number, cuboid: Cuboid, label: EditId, run?: object): boolean {
    if (!this.canEdit) return false
    const placed = cuboidFromRelative(this.job.originM, cuboid)
    const placing = { source: 'manual', sizeOfFrame: this.view.sizeOfFrame } as const
    return this.edit(trackId, label, (track) => placedInTrack(this.job, track, frame, placed, placing), run)
  }

  /** Cameras whose rectangles follow a new box. */
  get linkedCameraIds(): readonly string[] {
    if (!hasCameraBoxes(this.session.document.annotationType)) return []
    return this.job.sensors.filter(({ modality }) => modality === 'camera').map(({ id }) => id)
  }

  /** A new object, selected where its frame is shown. @param cuboid relative to the job's origin */
  create(cuboid: Cuboid, tagClass: TagClass | null, frame: number): void {
    const { annotationType } = this.session.document
    if (!tagClass || !this.canEdit) return
    const shape = { cuboid: cuboidFromRelative(this.job.originM, cuboid), cameraIds: this.linkedCameraIds }
    const track = newTrack({ id: crypto.randomUUID(), annotationType, tagClass, frame, shape })
    this.session.execute('edit.addCuboid', changesBetween(null, track))
    if (frame === this.frame) this.session.selectDrawn(track.id)
  }

  /** Finite points of all clouds of the frame in the box, as far as they are loaded. */
  countPoints(box: NamedCuboid, frame: number): number {
    const cuboid = cuboidFromRelative(this.job.originM, box.cuboid)
    return this.clouds
      .loaded(frame)
      .reduce(
        (sum, { source, chunk }) => sum + countPointsInBox(chunk.positions, commonFromChunk(source, chunk), cuboid),
        0,
      )
  }

  override dispose(): void {
    this.task.stop()
    for (const leave of this.#leaves) leave()
    super.dispose()
  }

  #frameChanged(before: number): void {
    this.#followObject(before)
    this.#draft = null
    this.wantClouds()
  }

  /** With the selected object, without one with the lidar. */
  #followObject(lastFrame: number): void {
    const placeAt = (frame: number): Vec3 | null => {
      if (this.selectedId !== null) return this.selectedBox(frame)?.cuboid.position ?? null
      const lidar = this.job.frames[frame].clouds[0]
      return lidar ? subtract(lidar.sensorPosition, this.job.originM) : null
    }
    this.moveOrbit(followCamera(this.orbit, this.mainSize, placeAt(lastFrame), placeAt(this.frame)))
  }

  /** What is selected in a list or by a key is looked at too; what is seen already stays where it is. */
  #bringIntoView(): void {
    const place = this.selectedPlace()
    if (!place || isInView(this.orbit, this.mainSize, place)) return
    this.moveOrbit({ ...this.orbit, target: place })
  }

  protected override cloudsChanged(): void {
    const shown = this.shownClouds()
      .map(({ url }) => url)
      .join(' ')
    // What is fetched ahead, and how far that is, changes nothing that is drawn. A batch shows other frames too.
    if (shown === this.#lastShown && !this.view.batchOpen) this.notify()
    else this.changed()
    this.#lastShown = shown
  }
}
