import type { Cuboid } from '../../../geometry/cuboid.ts'
import { quaternionFromYaw, rotate } from '../../../geometry/quaternion.ts'
import { FitClient } from '../../assist/fitClient.ts'
import type { LabelStore } from '../../scene/labels/labelStore.ts'
import type { PointPicker } from '../../view3d/pointPicker.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelStrokes } from './labelStrokes.ts'

const PREVIEW_MS = 60
/** A crop reaches this far below and above the ground that it was drawn on. */
const CROP_HALF_HEIGHT_M = 200
/** The sides of a fitted box, a little further out: points on the face itself belong to the object. */
const MARGIN_M = 0.05
const UNKNOWN_HEIGHT_M = 2
const LEAST_SIDE_M = 0.1

interface PlanePoint {
  x: number
  y: number
}

/** The box that is drawn, adjusted and then assigned or cropped to. */
export class LabelBox {
  readonly #editor: LabelEditor
  readonly #store: LabelStore
  readonly #strokes: LabelStrokes
  readonly #picker: () => PointPicker | null
  readonly #fits = new FitClient()
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(editor: LabelEditor, store: LabelStore, strokes: LabelStrokes, picker: () => PointPicker | null) {
    this.#editor = editor
    this.#store = store
    this.#strokes = strokes
    this.#picker = picker
  }

  /** Fits the box to the points in the rectangle; without a fit, the rectangle gets the height of its points. */
  async around(corners: readonly PlanePoint[], groundZ: number): Promise<void> {
    const editor = this.#editor
    const plain = standingOn(corners, groundZ, UNKNOWN_HEIGHT_M)
    const gesture = { kind: 'rectangle', corners } as const
    const classSize = editor.classes.get(editor.session.currentClassId ?? '')?.defaultSize ?? null
    const positions = editor.clouds.pointsForFit([0], gesture, classSize)
    const top = topWithin(plain, positions)
    const own = top === null ? plain : standingOn(corners, groundZ, Math.max(LEAST_SIDE_M, top - groundZ + MARGIN_M))
    const answer = await this.#fits
      .fit({ gesture, positions, classSize, sensorPosition: editor.cloud?.sensor })
      .catch(() => ({ refused: '' }))
    this.set('refused' in answer ? own : grown(answer.cuboid))
  }

  /** Crops to everything above and below the rectangle: other points are neither visible nor selectable. */
  crop(corners: readonly PlanePoint[], groundZ: number): void {
    const box = standingOn(corners, groundZ - CROP_HALF_HEIGHT_M, 2 * CROP_HALF_HEIGHT_M)
    this.#editor.setFilters({ crop: box })
  }

  set(box: Cuboid | null): void {
    if (!box && !this.#editor.box) return
    this.#editor.setBox(box)
    this.#preview()
  }

  /** @returns false if there is no box */
  assign(erases = false): boolean {
    const { box } = this.#editor
    if (!box) return false
    this.#strokes.assignCuboid(box, erases)
    this.set(null)
    return true
  }

  cropToIt(): void {
    const { box } = this.#editor
    if (!box) return
    this.set(null)
    this.#editor.setFilters({ crop: box })
  }

  dispose(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#fits.dispose()
  }

  /** What the box would take, once it is held still for a moment. */
  #preview(): void {
    if (!this.#editor.box) {
      if (this.#timer) clearTimeout(this.#timer)
      this.#timer = null
      this.#store.offer(new Uint32Array())
      return
    }
    this.#timer ??= setTimeout(async () => {
      this.#timer = null
      const { box } = this.#editor
      const picker = this.#picker()
      if (!box || !picker) return
      const rules = this.#strokes.rulesFor(this.#editor.purposeOf(this.#editor.intent(false)))
      const indices = await picker.cuboid(box, rules).catch(() => null)
      if (indices && this.#editor.box) this.#store.offer(indices)
    }, PREVIEW_MS)
  }
}

function standingOn(corners: readonly PlanePoint[], bottomZ: number, height: number): Cuboid {
  const [a, b, c] = corners
  const middle = { x: (a.x + c.x) / 2, y: (a.y + c.y) / 2 }
  return {
    position: { ...middle, z: bottomZ + height / 2 },
    heading: quaternionFromYaw(Math.atan2(b.y - a.y, b.x - a.x)),
    dimensions: {
      length: Math.max(LEAST_SIDE_M, Math.hypot(b.x - a.x, b.y - a.y)),
      width: Math.max(LEAST_SIDE_M, Math.hypot(c.x - b.x, c.y - b.y)),
      height,
    },
  }
}

/** Height of the highest point over the box's floor, up to the height of a house; null without any. */
function topWithin({ position, heading, dimensions }: Cuboid, positions: Float32Array): number | null {
  const along = rotate(heading, { x: 1, y: 0, z: 0 })
  let top = Number.NEGATIVE_INFINITY
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const [x, y] = [positions[i] - position.x, positions[i + 1] - position.y]
    const isOver =
      Math.abs(x * along.x + y * along.y) <= dimensions.length / 2 &&
      Math.abs(y * along.x - x * along.y) <= dimensions.width / 2
    if (isOver) top = Math.max(top, positions[i + 2])
  }
  return top > Number.NEGATIVE_INFINITY ? top : null
}

const grown = (cuboid: Cuboid): Cuboid => {
  const { length, width, height } = cuboid.dimensions
  const dimensions = { length: length + 2 * MARGIN_M, width: width + 2 * MARGIN_M, height: height + MARGIN_M }
  return { ...cuboid, position: { ...cuboid.position, z: cuboid.position.z + MARGIN_M / 2 }, dimensions }
}
