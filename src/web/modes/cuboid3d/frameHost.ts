import type { Cuboid } from '../../../geometry/cuboid.ts'
import { add, type Vec3 } from '../../../geometry/vec3.ts'
import type { AskedGesture } from '../../document/openSuggestions.ts'
import type { EditId } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import type { BoxSide } from '../../tools/cuboid/boxHandle.ts'
import type { CuboidHost, Cursor, MakingGesture, ShownHandle, ViewName } from '../../tools/cuboid/cuboidHost.ts'
import { withSideSnapped } from '../../tools/cuboid/snapSide.ts'
import { BOX_VIEWS, type BoxViewName, boxViewViewCamera } from '../../view3d/boxView.ts'
import { type Orbit, orbitViewCamera } from '../../view3d/orbit.ts'
import type { NamedCuboid } from '../../view3d/pickCuboid.ts'
import { pickPoint } from '../../view3d/pickPoint.ts'
import { meetPlaneZ, rayThrough, type ScreenPoint, type ViewCamera, type ViewSize } from '../../view3d/viewCamera.ts'
import type { PaneElement } from '../sensors/pane.ts'
import { askedGesture } from './askedGesture.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import { FrameSpaceHost } from './frameSpaceHost.ts'
import type { SpaceObjects } from './spaceObjects.ts'

/** Views of one frame over the editor: the shown frame's, or one frame of the batch view. */
export class FrameHost implements CuboidHost {
  #handle: ShownHandle | null = null
  readonly #editor: CuboidEditor
  readonly #spaces: SpaceObjects
  /** null: whichever frame is shown. */
  readonly #fixedFrame: number | null
  readonly #make: (gesture: MakingGesture, groundZ: number) => void
  readonly #panes = new Map<ViewName, { element: PaneElement; size: ViewSize }>()
  #held: Map<BoxViewName, ViewCamera> | null = null
  /** How far the box of an object is from the middle of small views, to the right and up. */
  #slid: { trackId: string; byView: Map<BoxViewName, { right: number; up: number }> } | null = null

  readonly space: FrameSpaceHost

  constructor(
    editor: CuboidEditor,
    spaces: SpaceObjects,
    make: (gesture: MakingGesture, groundZ: number) => void,
    fixedFrame: number | null = null,
  ) {
    this.#editor = editor
    this.#make = make
    this.#fixedFrame = fixedFrame
    this.#spaces = spaces
    this.space = new FrameSpaceHost(editor, spaces, () => this.frame)
  }

  get handle(): ShownHandle | null {
    return this.#handle
  }

  get frame(): number {
    return this.#fixedFrame ?? this.#editor.frame
  }

  setPane(view: ViewName, element: PaneElement | null): void {
    if (!element) {
      this.#panes.delete(view)
      return
    }
    const { width: widthPx, height: heightPx } = element.getBoundingClientRect()
    const size = { widthPx, heightPx }
    this.#panes.set(view, { element, size })
    if (view === 'main') this.#editor.setMainSize(size)
    else this.#editor.redraw()
  }

  get canEdit(): boolean {
    return this.#editor.canEdit
  }

  get activeTool(): string {
    return this.#editor.session.activeTool
  }

  get orbit(): Orbit {
    return this.#editor.orbit
  }

  setOrbit(orbit: Orbit): void {
    this.#editor.setOrbit(orbit)
  }

  viewCameraOf(view: ViewName): ViewCamera | null {
    const size = this.#panes.get(view)?.size
    if (!size || size.widthPx < 2 || size.heightPx < 2) return null
    if (view === 'main') return orbitViewCamera(this.#editor.orbit, size)
    const held = this.#held?.get(view)
    if (held) return held
    const cuboid = this.selectedBox()?.cuboid ?? this.#spaces.viewBox(this.frame)
    return cuboid && boxViewViewCamera(cuboid, view, size, this.#editor.view.boxZoom, this.#slidOf(view))
  }

  #slidOf(view: BoxViewName) {
    return this.#slid?.trackId === this.#editor.selectedId ? this.#slid?.byView.get(view) : undefined
  }

  slideBoxView(view: BoxViewName, by: ScreenPoint | null): void {
    const trackId = this.#editor.selectedId
    const projection = this.viewCameraOf(view)?.projection
    if (trackId === null || projection?.kind !== 'orthographic') return
    const { right, up } = this.#slidOf(view) ?? { right: 0, up: 0 }
    const { metresPerPx } = projection
    const slid = by ? { right: right + by.x * metresPerPx, up: up - by.y * metresPerPx } : { right: 0, up: 0 }
    const others = this.#slid?.trackId === trackId ? this.#slid.byView : new Map()
    this.#slid = { trackId, byView: new Map(others).set(view, slid) }
    this.#editor.redraw()
  }

  boxes(): readonly NamedCuboid[] {
    const { locked } = this.#editor.session
    const boxes = this.#editor.boxesAt(this.frame)
    return locked.size === 0 ? boxes : boxes.filter(({ trackId }) => !locked.has(trackId))
  }

  selectedBox(): NamedCuboid | null {
    return this.#editor.selectedBox(this.frame)
  }

  select(trackId: string | null, add: boolean): void {
    const { session } = this.#editor
    if (trackId === null) {
      if (!add) session.select([])
      return
    }
    const selection = new Set(add ? session.selection : [])
    if (add && selection.has(trackId)) selection.delete(trackId)
    else selection.add(trackId)
    session.select(selection)
  }

  hover(trackId: string | null): void {
    this.#editor.setHovered(trackId)
  }

  refuse(reason: Message): void {
    this.#editor.session.notices.refuse(reason)
  }

  /** The height of the point under the pointer; over bare background that of the ground as a whole. */
  groundUnder(viewCamera: ViewCamera, at: ScreenPoint): Vec3 | null {
    const picked = pickPoint(viewCamera, at, this.#pickable(), 6)
    const low = this.#editor.extent?.groundZ ?? this.#editor.orbit.target.z
    if (!picked) return meetPlaneZ(rayThrough(viewCamera, at), low)
    const around = this.#editor.clouds.pointsAround([this.frame], picked.point, 2)
    let groundZ = picked.point.z
    for (let i = 2; i < around.length; i += 3) groundZ = Math.min(groundZ, around[i])
    return meetPlaneZ(rayThrough(viewCamera, at), groundZ)
  }

  #pickable() {
    return this.#editor.shownClouds(this.frame).map(({ chunk, relativeFromChunk }) => ({
      positions: chunk.positions,
      relativeFromChunk,
    }))
  }

  preview(cuboid: Cuboid | null): void {
    const trackId = this.#editor.selectedId
    this.#editor.setDraft(cuboid && trackId ? { trackId, frame: this.frame, cuboid } : null)
  }

  place(trackId: string, cuboid: Cuboid, label: EditId): void {
    this.#editor.setDraft(null)
    this.#editor.place(trackId, this.frame, cuboid, label)
  }

  setGesture(gesture: MakingGesture | null, groundZ: number): void {
    this.#editor.setGesture(gesture, groundZ)
  }

  make(gesture: MakingGesture, groundZ: number): void {
    this.#make(gesture, groundZ)
  }

  askFit(gesture: MakingGesture, groundZ: number): void {
    const asked = this.#askedOf(gesture, groundZ)
    if (asked) this.#editor.session.suggestions.fit(asked)
  }

  previewFit(gesture: MakingGesture | null, groundZ: number): void {
    this.#editor.session.suggestions.previewFit(gesture && this.#askedOf(gesture, groundZ))
  }

  #askedOf(gesture: MakingGesture, groundZ: number): AskedGesture | null {
    const { job, currentClass } = this.#editor
    return currentClass && askedGesture(gesture, currentClass.name, (at) => add({ ...at, z: groundZ }, job.originM))
  }

  holdViews(hold: boolean): void {
    const held = new Map<BoxViewName, ViewCamera>()
    for (const view of hold ? BOX_VIEWS : []) {
      const viewCamera = this.viewCameraOf(view)
      if (viewCamera) held.set(view, viewCamera)
    }
    this.#held = hold ? held : null
    this.#editor.redraw()
  }

  zoomBoxViews(factor: number): void {
    const boxZoom = Math.min(8, Math.max(0.2, this.#editor.view.boxZoom * factor))
    this.#editor.setView({ boxZoom })
  }

  snapSide(trackId: string, side: BoxSide): void {
    const box = this.#editor.boxOf(trackId, this.frame)
    if (!box) return
    const { length, width, height } = box.cuboid.dimensions
    const points = this.#editor.clouds.pointsAround(
      [this.frame],
      box.cuboid.position,
      Math.hypot(length, width, height),
    )
    const snapped = withSideSnapped(box.cuboid, side, points)
    if (snapped !== box.cuboid) this.#editor.place(trackId, this.frame, snapped, 'edit.snapSide')
  }

  setCursor(view: ViewName, cursor: Cursor): void {
    const element = this.#panes.get(view)?.element
    if (element) element.style.cursor = cursor
  }

  setHandle(handle: ShownHandle | null): void {
    // A pointer on its way along a part points out the same part: nothing has to be drawn.
    if (nameOf(this.#handle) === nameOf(handle)) return
    this.#handle = handle
    this.#editor.redraw()
  }
}

function nameOf(shown: ShownHandle | null): string {
  if (shown?.view !== 'main') return JSON.stringify(shown)
  const { kind, sides, at } = shown.handle
  return JSON.stringify([kind, sides, Math.trunc(at.x), Math.trunc(at.y), Math.trunc(at.z)])
}
