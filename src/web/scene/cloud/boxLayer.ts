import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Scene,
} from 'three'
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js'
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js'
import { CUBOID_EDGES, type Cuboid, cuboidCorners } from '../../../geometry/cuboid.ts'
import { applyPose } from '../../../geometry/pose.ts'
import { add, norm, scale, subtract, type Vec3 } from '../../../geometry/vec3.ts'

/** A cuboid as the scene draws it, relative to the job's origin. */
export interface ShownBox {
  trackId: string
  cuboid: Cuboid
  /** In CSS notation. */
  color: string
  /** The lines of these are dashed. */
  held?: boolean
  isUnsure?: boolean
  /** Its front is not filled. */
  isHollow?: boolean
}

const FRONT_CORNERS = [1, 3, 7, 1, 7, 5]

/** The line that shows where a box is heading: from the middle of its floor past its front. */
export function headingArrow(cuboid: Cuboid): Vec3[] {
  const { length, width, height } = cuboid.dimensions
  const floor = -height / 2
  const tip = length / 2 + Math.min(1.2, Math.max(0.3, length * 0.35))
  const wing = Math.min(0.4, width * 0.25)
  const at = (x: number, y: number) => applyPose(cuboid, { x, y, z: floor })
  return [at(0, 0), at(tip, 0), at(tip, 0), at(tip - wing, wing), at(tip, 0), at(tip - wing, -wing)]
}

function linesOf({ cuboid, held, isUnsure }: ShownBox): Vec3[] {
  const corners = cuboidCorners(cuboid)
  const lines = [...CUBOID_EDGES.flatMap(([a, b]) => [corners[a], corners[b]]), ...headingArrow(cuboid)]
  return held || isUnsure ? dashed(lines) : lines
}

const DASH_M = 0.25
const MOST_DASHES = 16

/** Pairs of ends, each parted into dashes that begin and end where it does. */
export function dashed(lines: readonly Vec3[]): Vec3[] {
  const parts: Vec3[] = []
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const [from, to] = [lines[i], lines[i + 1]]
    const way = subtract(to, from)
    const dashes = Math.min(MOST_DASHES, Math.max(2, Math.round(norm(way) / (2 * DASH_M))))
    for (let k = 0; k < dashes; k++) {
      const step = 2 * dashes - 1
      parts.push(add(from, scale(way, (2 * k) / step)), add(from, scale(way, (2 * k + 1) / step)))
    }
  }
  return parts
}

/**
 * All boxes of a frame in a few draws: thin lines and filled fronts of those that rest, thick lines of those selected.
 * The two are apart so that dragging one box of a thousand sends one box.
 */
export class BoxLayer {
  readonly scene = new Scene()
  readonly #lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true }))
  readonly #fronts = frontsMesh()
  readonly #selectedFronts = frontsMesh()
  readonly #thickMaterial = new LineMaterial({ vertexColors: true, linewidth: 2.5 })
  #thick: LineSegments2 | null = null
  #resting: readonly ShownBox[] = []
  #selected: readonly ShownBox[] = []

  constructor() {
    this.#lines.frustumCulled = false
    this.scene.add(this.#lines, this.#fronts, this.#selectedFronts)
  }

  /** Skips a list that is the same array as before. */
  show(resting: readonly ShownBox[], selected: readonly ShownBox[]): void {
    if (selected !== this.#selected) {
      this.#selected = selected
      this.#setThick(selected)
      setVertices(this.#selectedFronts.geometry, selected.filter(isSolid).map(frontOf))
    }
    if (resting === this.#resting) return
    this.#resting = resting
    setVertices(
      this.#lines.geometry,
      resting.map((box) => ({ vertices: linesOf(box), color: box.color })),
    )
    setVertices(this.#fronts.geometry, resting.filter(isSolid).map(frontOf))
  }

  dispose(): void {
    this.#setThick([])
    for (const drawn of [this.#lines, this.#fronts, this.#selectedFronts]) {
      drawn.geometry.dispose()
      drawn.material.dispose()
    }
    this.#thickMaterial.dispose()
  }

  #setThick(boxes: readonly ShownBox[]): void {
    if (this.#thick) {
      this.scene.remove(this.#thick)
      this.#thick.geometry.dispose()
      this.#thick = null
    }
    if (boxes.length === 0) return
    const positions: number[] = []
    const colors: number[] = []
    for (const box of boxes) {
      // Halfway to white: distinct among boxes of its class, and still recognizable as that class.
      const { r, g, b } = new Color(box.color).lerp(new Color('white'), 0.45)
      for (const { x, y, z } of linesOf(box)) {
        positions.push(x, y, z)
        colors.push(r, g, b)
      }
    }
    const geometry = new LineSegmentsGeometry()
    geometry.setPositions(positions)
    geometry.setColors(colors)
    this.#thick = new LineSegments2(geometry, this.#thickMaterial)
    this.#thick.frustumCulled = false
    this.scene.add(this.#thick)
  }
}

function frontsMesh() {
  const material = { vertexColors: true, transparent: true, opacity: 0.28, side: DoubleSide, depthWrite: false }
  const mesh = new Mesh(new BufferGeometry(), new MeshBasicMaterial(material))
  mesh.frustumCulled = false
  return mesh
}

const isSolid = ({ held, isHollow }: ShownBox) => !held && !isHollow

function frontOf({ cuboid, color }: ShownBox) {
  const corners = cuboidCorners(cuboid)
  return { vertices: FRONT_CORNERS.map((i) => corners[i]), color }
}

function setVertices(geometry: BufferGeometry, parts: { vertices: Vec3[]; color: string }[]): void {
  const count = parts.reduce((sum, { vertices }) => sum + vertices.length, 0)
  const held = geometry.hasAttribute('position') ? geometry.getAttribute('position') : null
  const room = held && held.count >= count && held.count <= 4 * count + 256
  if (!room) {
    // The buffers on the GPU cannot grow: those of the old size go.
    geometry.dispose()
    const size = Math.ceil(count * 1.5) + 24
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(size * 3), 3))
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(size * 3), 3))
  }
  const position = geometry.getAttribute('position')
  const shade = geometry.getAttribute('color')
  let at = 0
  const colors = new Map<string, Color>()
  for (const part of parts) {
    const color = colors.get(part.color) ?? new Color(part.color)
    colors.set(part.color, color)
    const { r, g, b } = color
    for (const { x, y, z } of part.vertices) {
      position.setXYZ(at, x, y, z)
      shade.setXYZ(at++, r, g, b)
    }
  }
  position.needsUpdate = true
  shade.needsUpdate = true
  geometry.setDrawRange(0, count)
}
