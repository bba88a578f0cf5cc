import type { Cuboid } from '../../../geometry/cuboid.ts'
import { quaternionFromYaw, rotate, unrotate } from '../../../geometry/quaternion.ts'
import { add, scale, subtract, type Vec3 } from '../../../geometry/vec3.ts'
import type { SpaceGeometryKind } from '../../../model/annotationType.ts'
import { COMMON_VIEW, type ShapeSource, type Track } from '../../../model/document/document.ts'
import { pointsPlacedAt } from '../../../model/document/edits/placePoints.ts'
import { changesBetween } from '../../../model/document/edits/trackChange.ts'
import { heldFrom } from '../../../model/document/held.ts'
import { spaceAt } from '../../../model/document/interpolate.ts'
import { newTrack } from '../../../model/document/newTrack.ts'
import type { SpaceShape } from '../../../model/document/shape.ts'
import { spaceKind } from '../../../model/shapes/spaceShapes.ts'
import { type Observable, Signal } from '../../document/observable.ts'
import type { EditId } from '../../messages/message.ts'
import { msg } from '../../messages/message.ts'
import { HELD_ON_CLOUD, UNKNOWN_CLASS_ON_CLOUD } from '../../tokens.ts'
import type { NamedSpace, SpaceDrawing } from '../../tools/cuboid/space/spaceHost.ts'
import type { CuboidEditor } from './cuboidEditor.ts'

/** A track's points in one frame, relative to the job's origin. */
export interface FrameSpace extends NamedSpace {
  track: Track
  color: string
  keyFrame: boolean
  source: ShapeSource
  /** It only stays where it was placed last. */
  held: boolean
}

interface OfFrame {
  document: unknown
  concealed: unknown
  spaces: readonly FrameSpace[]
}

const MOST_FRAMES = 16
/** The surroundings of a chosen point that the small views show. */
const AROUND_POINT_M = 3
const LEAST_VIEW_M = 1.5

/** Polylines and key points: how they are shown and edited. */
export class SpaceObjects implements Observable {
  readonly #editor: CuboidEditor
  readonly #frames = new Map<number, OfFrame>()
  readonly #changes = new Signal()
  /** State outside the document: a point being dragged, and the chosen one. */
  readonly subscribe = this.#changes.subscribe
  #drawing: SpaceDrawing | null = null
  /** Shown instead of the document's points while one is dragged. */
  #draft: { trackId: string; frame: number; shape: SpaceShape } | null = null
  #chosen: { trackId: string; index: number } | null = null

  constructor(editor: CuboidEditor) {
    this.#editor = editor
  }

  /** The objects of the document; the same ones until it changes. */
  at(frame: number): readonly FrameSpace[] {
    const { document, concealed } = this.#editor.session
    const known = this.#frames.get(frame)
    if (known?.document === document && known.concealed === concealed) return known.spaces
    const spaces = [...document.tracks.values()].flatMap((track): FrameSpace[] => {
      const path = track.views.get(COMMON_VIEW)
      const shown = path && !concealed.has(track.id) ? spaceAt(track, frame) : null
      if (!shown) return []
      const from = path ? heldFrom(path) : null
      const held = from !== null && frame >= from
      const classColor = this.#editor.classOf(track.classId)?.color ?? UNKNOWN_CLASS_ON_CLOUD
      const color = held ? HELD_ON_CLOUD : classColor
      const shape = moved(shown.shape, scale(this.#editor.job.originM, -1))
      return [{ trackId: track.id, track, color, shape, keyFrame: shown.keyFrame, source: shown.source, held }]
    })
    this.#frames.delete(frame)
    this.#frames.set(frame, { document, concealed, spaces })
    const [oldest] = this.#frames.keys()
    if (this.#frames.size > MOST_FRAMES) this.#frames.delete(oldest)
    return spaces
  }

  /** Includes the dragged one in its current place. */
  drawn(frame: number): readonly FrameSpace[] {
    const draft = this.#draft
    const spaces = this.at(frame)
    if (draft?.frame !== frame) return spaces
    return spaces.map((space) => (space.trackId === draft.trackId ? { ...space, shape: draft.shape } : space))
  }

  selected(frame: number): FrameSpace | null {
    const { selectedId } = this.#editor
    return selectedId === null ? null : (this.drawn(frame).find(({ trackId }) => trackId === selectedId) ?? null)
  }

  get drawing(): SpaceDrawing | null {
    return this.#drawing
  }

  setDrawing(drawing: SpaceDrawing | null): void {
    this.#drawing = drawing
    this.#editor.redraw()
  }

  preview(frame: number, shape: SpaceShape | null): void {
    const trackId = this.#editor.selectedId
    if (!shape && !this.#draft) return
    this.#draft = shape && trackId ? { trackId, frame, shape } : null
    this.#changes.emit()
  }

  /** The point of the selected object that Delete takes away. */
  get chosen(): number | null {
    const { selectedId, frame } = this.#editor
    if (!this.#chosen || this.#chosen.trackId !== selectedId) return null
    const count = this.selected(frame)?.shape.points.length ?? 0
    return this.#chosen.index < count ? this.#chosen.index : null
  }

  choose(index: number | null): void {
    const { selectedId } = this.#editor
    this.#chosen = index === null || selectedId === null ? null : { trackId: selectedId, index }
    this.#changes.emit()
  }

  /** A new object of the current class, selected; points are relative to the job's origin. */
  make(kind: SpaceGeometryKind, points: readonly Vec3[]): void {
    const { session, frame, canEdit, job } = this.#editor
    const tagClass = this.#editor.classFor(kind)
    if (!canEdit) return
    if (!tagClass) {
      this.#editor.tell(msg('cuboid.noClassFor', { shape: msg(`geometry.${kind}`) }))
      return
    }
    const { annotationType } = session.document
    const flat = moved({ type: kind, points }, job.originM)
    const shape = { sensorId: COMMON_VIEW, flat }
    const track = newTrack({ id: crypto.randomUUID(), annotationType, tagClass, frame, shape })
    session.execute('edit.addSpace', changesBetween(null, track))
    session.selectDrawn(track.id)
  }

  place(trackId: string, frame: number, shape: SpaceShape, label: EditId): void {
    this.#draft = null
    if (!this.#editor.canEdit || this.#editor.session.locked.has(trackId)) return
    const placed = moved(shape, this.#editor.job.originM)
    this.#editor.edit(trackId, label, (track) => pointsPlacedAt(track, frame, placed))
  }

  remove(trackId: string, frame: number, index: number): void {
    const shape = this.at(frame).find((space) => space.trackId === trackId)?.shape
    if (!shape) return
    if (shape.points.length <= spaceKind(shape.type).leastPoints) {
      this.#editor.tell(msg('cuboid.lastPoints'))
      return
    }
    this.#chosen = null
    const points = shape.points.toSpliced(index, 1)
    this.place(trackId, frame, { type: shape.type, points }, 'edit.deleteSpacePoint')
  }

  removeChosen(): void {
    const { selectedId, frame } = this.#editor
    const index = this.chosen
    if (selectedId !== null && index !== null) this.remove(selectedId, frame, index)
  }

  /** The area of the small views: the surroundings of the chosen point, otherwise the whole selected object. */
  viewBox(frame: number): Cuboid | null {
    const points = this.selected(frame)?.shape.points
    if (!points) return null
    const chosen = frame === this.#editor.frame ? this.chosen : null
    const [first, last] = chosen === null ? [0, points.length - 1] : [Math.max(0, chosen - 1), chosen + 1]
    const along = subtract(points[Math.min(last, points.length - 1)], points[first])
    const heading = quaternionFromYaw(Math.hypot(along.x, along.y) > 0 ? Math.atan2(along.y, along.x) : 0)
    const around = chosen === null ? points : [points[chosen]]
    const least = chosen === null ? LEAST_VIEW_M : AROUND_POINT_M
    const turned = around.map((point) => unrotate(heading, point))
    const range = (axis: 'x' | 'y' | 'z') => {
      const values = turned.map((point) => point[axis])
      return {
        middle: (Math.min(...values) + Math.max(...values)) / 2,
        size: Math.max(...values) - Math.min(...values),
      }
    }
    const [x, y, z] = [range('x'), range('y'), range('z')]
    return {
      position: rotate(heading, { x: x.middle, y: y.middle, z: z.middle }),
      heading,
      dimensions: {
        length: Math.max(least, x.size),
        width: Math.max(least, y.size),
        height: Math.max(least, z.size),
      },
    }
  }
}

export const moved = (shape: SpaceShape, by: Vec3): SpaceShape => ({
  type: shape.type,
  points: shape.points.map((point) => ({ ...point, ...add(point, by) })),
})
