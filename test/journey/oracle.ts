/**
 * Formulas to check results by, written independently from the contract and slow on purpose: nothing of the service's
 * own geometry is used here.
 */
export interface Vec {
  x: number
  y: number
  z: number
}
export interface Quat extends Vec {
  w: number
}
export interface WirePose {
  position: Vec
  heading: Quat
}
export interface WireBox extends WirePose {
  dimensions: { length: number; width: number; height: number }
}
export type Matrix = readonly [Vec, Vec, Vec]

/** Rows of the rotation matrix of a Hamilton quaternion of any norm. */
export function rotation({ w, x, y, z }: Quat): Matrix {
  const n = 2 / (w * w + x * x + y * y + z * z)
  return [
    { x: 1 - n * (y * y + z * z), y: n * (x * y - w * z), z: n * (x * z + w * y) },
    { x: n * (x * y + w * z), y: 1 - n * (x * x + z * z), z: n * (y * z - w * x) },
    { x: n * (x * z - w * y), y: n * (y * z + w * x), z: 1 - n * (x * x + y * y) },
  ]
}

const dot = (a: Vec, b: Vec) => a.x * b.x + a.y * b.y + a.z * b.z
const plus = (a: Vec, b: Vec): Vec => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z })
const minus = (a: Vec, b: Vec): Vec => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z })

export function outOf(pose: WirePose): (local: Vec) => Vec {
  const [a, b, c] = rotation(pose.heading)
  return (v) => plus(pose.position, { x: dot(a, v), y: dot(b, v), z: dot(c, v) })
}

export function into(pose: WirePose): (common: Vec) => Vec {
  const [a, b, c] = rotation(pose.heading)
  return (v) => {
    const d = minus(v, pose.position)
    return {
      x: a.x * d.x + b.x * d.y + c.x * d.z,
      y: a.y * d.x + b.y * d.y + c.y * d.z,
      z: a.z * d.x + b.z * d.y + c.z * d.z,
    }
  }
}

/** Points of an ASCII PCD with its fields x y z first, and the unparsed lines of its data. */
export function readAsciiPcd(bytes: Buffer): { points: Vec[]; lines: string[]; header: string[] } {
  const all = bytes.toString('latin1').split(/\r?\n/)
  const start = all.findIndex((line) => line.startsWith('DATA')) + 1
  const lines = all.slice(start).filter((line) => line.trim() !== '')
  const points = lines.map((line) => {
    const [x, y, z] = line.trim().split(/\s+/).map(Number)
    return { x, y, z }
  })
  return { points, lines, header: all.slice(0, start) }
}

/** How many points are in a box at least, and at most: those within 1e-6 m of a face count, rounding may move a few. */
export function pointsInBox(points: readonly Vec[], box: WireBox): { least: number; most: number } {
  const toBox = into(box)
  const { length, width, height } = box.dimensions
  let least = 0
  let most = 0
  for (const point of points) {
    const p = toBox(point)
    const beyond = Math.max(Math.abs(p.x) - length / 2, Math.abs(p.y) - width / 2, Math.abs(p.z) - height / 2)
    // Large coordinates leave float64 about 1e-9 m of room around the 1e-6 of the rule.
    if (beyond <= 0.99e-6 - 4e-9) least++
    if (beyond <= 1.01e-6 + 4e-9) most++
  }
  return { least, most }
}

export type Lens = Record<string, number | string | undefined> & { camera_model?: string }

/** Bounds, normalised, of points sampled over a box's surface, as far as they are in the lens's field and the image. */
export function sampledBounds(box: WireBox, camera: WirePose, lens: Lens, width: number, height: number, steps = 60) {
  const project = projector(lens)
  const toCamera = into(camera)
  const toCommon = outOf(box)
  const { length, width: w, height: h } = box.dimensions
  const half = [length / 2, w / 2, h / 2]
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      for (let i = 0; i <= steps; i++) {
        for (let j = 0; j <= steps; j++) {
          const local = [0, 0, 0]
          local[axis] = side * half[axis]
          local[(axis + 1) % 3] = half[(axis + 1) % 3] * ((2 * i) / steps - 1)
          local[(axis + 2) % 3] = half[(axis + 2) % 3] * ((2 * j) / steps - 1)
          const pixel = project(toCamera(toCommon({ x: local[0], y: local[1], z: local[2] })))
          if (!pixel) continue
          const x = (pixel.u + 0.5) / width
          const y = (pixel.v + 0.5) / height
          if (x < 0 || x > 1 || y < 0 || y > 1) continue
          bounds.left = Math.min(bounds.left, x)
          bounds.right = Math.max(bounds.right, x)
          bounds.top = Math.min(bounds.top, y)
          bounds.bottom = Math.max(bounds.bottom, y)
        }
      }
    }
  }
  return bounds.left <= bounds.right ? bounds : null
}

/** Pixels of a place in a camera's own frame; null where the lens sees nothing. */
export function projector(lens: Lens): (p: Vec) => { u: number; v: number } | null {
  const of = (name: string) => Number(lens[name] ?? 0)
  const [k1, k2, k3, k4] = ['k1', 'k2', 'k3', 'k4'].map(of)
  const scale = lens.scale_factor === undefined ? 1 : Number(lens.scale_factor)
  const isFisheye = lens.camera_model === 'fisheye'
  const [p1, p2] = isFisheye ? [0, 0] : [of('p1'), of('p2')]
  const factor = (r2: number) => 1 + r2 * (k1 + r2 * (k2 + r2 * (k3 + r2 * k4)))
  const most = firstFold((r) => r * factor(r * r), isFisheye ? Math.PI : 50)
  return (p) => {
    const side = Math.hypot(p.x, p.y)
    let x: number
    let y: number
    if (isFisheye) {
      const theta = Math.atan2(side, p.z)
      if (theta > most) return null
      const stretch = side === 0 ? 0 : (theta * factor(theta * theta)) / side
      x = p.x * stretch
      y = p.y * stretch
    } else {
      if (p.z <= 0.05 || side / p.z > most) return null
      const [a, b] = [p.x / p.z, p.y / p.z]
      const r2 = a * a + b * b
      x = a * factor(r2) + 2 * p1 * a * b + p2 * (r2 + 2 * a * a)
      y = b * factor(r2) + p1 * (r2 + 2 * b * b) + 2 * p2 * a * b
    }
    return {
      u: (of('fx') * x + of('skew') * y + of('cx')) / scale,
      v: (of('fy') * y + of('cy')) / scale,
    }
  }
}

/** The argument at which a mapping that first grows stops growing. */
function firstFold(map: (r: number) => number, end: number): number {
  const step = 1e-4
  let before = 0
  for (let r = step; r < end; r += step) {
    const now = map(r)
    if (now <= before) return r - step
    before = now
  }
  return end
}
