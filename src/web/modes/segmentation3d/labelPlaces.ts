import type { Cuboid } from '../../../geometry/cuboid.ts'
import { identityQuaternion } from '../../../geometry/quaternion.ts'
import { add, norm, scale, subtract, type Vec3 } from '../../../geometry/vec3.ts'
import type { LegendEntry } from '../../../model/document/document.ts'
import { broadsideYaw } from '../../../model/segmentation/broadside.ts'
import type { LabelStore } from '../../scene/labels/labelStore.ts'
import { type Bounds, orbitViewCamera } from '../../view3d/orbit.ts'
import type { PointIndices } from '../../view3d/pointPicker.ts'
import { screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'
import { cloudBounds, indicesOf, pointAt, someOf } from './cloudPoints.ts'
import type { LabelEditor } from './labelEditor.ts'

const LEAST_DISTANCE_M = 7
/** The number of points that show the extent of an entry. */
const ENOUGH_POINTS = 2000
/** The viewing distance in multiples of the radius. */
const STAND_OFF = 3.2

/** Where the points of entries are, and how one comes to look at them. */
export class LabelPlaces {
  readonly #editor: LabelEditor
  readonly #store: LabelStore
  #known: { version: number; boxes: Map<string, Cuboid | null> } = { version: -1, boxes: new Map() }

  constructor(editor: LabelEditor, store: LabelStore) {
    this.#editor = editor
    this.#store = store
  }

  /** The bounds of all points of the entry, along the axes; null while it has none. Computed once per change. */
  boxOf(entry: LegendEntry): Cuboid | null {
    if (this.#known.version !== this.#store.version) this.#known = { version: this.#store.version, boxes: new Map() }
    const { boxes } = this.#known
    const known = boxes.get(entry.id)
    if (known !== undefined) return known
    const { cloud, session } = this.#editor
    const { labels } = session
    const bounds = cloud && labels && cloudBounds(cloud, indicesOf(labels, new Set([entry.labelKey])))
    const box = bounds ? boxOfBounds(bounds) : null
    boxes.set(entry.id, box)
    return box
  }

  /** Looks at the entry's points where they are not in view. `nearer`: in any case, and from near. */
  show(entry: LegendEntry, nearer = false): void {
    const box = this.boxOf(entry)
    if (!box) return
    const { position, dimensions } = box
    if (nearer || !this.#isSeen(position)) this.lookAt(position, nearer ? radiusOf(dimensions) : null)
  }

  /** @param radiusM the radius to be visible; null: the distance stays */
  lookAt(target: Vec3, radiusM: number | null): void {
    const { orbit } = this.#editor
    const distanceM = radiusM === null ? orbit.distanceM : Math.max(LEAST_DISTANCE_M, radiusM * STAND_OFF)
    this.#editor.setOrbit({ ...orbit, target, distanceM })
  }

  /** Relative to the job's origin. */
  pointAt(index: number): Vec3 {
    const { cloud } = this.#editor
    if (!cloud) throw new Error('there is no cloud yet')
    return pointAt(cloud, index)
  }

  /** From near, and aslant where they are a wall that would be seen as a line. */
  lookAtPoints(indices: PointIndices): void {
    const { cloud, orbit } = this.#editor
    const some = someOf(indices, ENOUGH_POINTS)
    const bounds = cloud && cloudBounds(cloud, some)
    if (!bounds) return
    const { position, dimensions } = boxOfBounds(bounds)
    if (orbit.kind === 'perspective') {
      const points = Array.from(some, (index) => pointAt(cloud, index)).filter(({ x, y, z }) =>
        Number.isFinite(x + y + z),
      )
      this.#editor.setOrbit({ ...orbit, yawRad: broadsideYaw(points, orbit.yawRad, cloud.sensor) })
    }
    this.lookAt(position, radiusOf(dimensions))
  }

  #isSeen(point: Vec3): boolean {
    const { mainSize, orbit } = this.#editor
    const viewCamera: ViewCamera = orbitViewCamera(orbit, mainSize)
    const at = screenOf(viewCamera, point)
    return at !== null && at.x > 0 && at.y > 0 && at.x < mainSize.widthPx && at.y < mainSize.heightPx
  }
}

function boxOfBounds({ min, max }: Bounds): Cuboid {
  const { x, y, z } = subtract(max, min)
  const dimensions = { length: x, width: y, height: z }
  return { position: scale(add(min, max), 0.5), heading: identityQuaternion, dimensions }
}

const radiusOf = ({ length, width, height }: Cuboid['dimensions']): number =>
  norm({ x: length, y: width, z: height }) / 2
