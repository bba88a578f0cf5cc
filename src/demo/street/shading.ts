import type { StreetClassName } from './classes.ts'
import { LANES_HALF_M, ROAD_HALF_M, WALK_HALF_M } from './road.ts'
import type { Solid, SolidColor } from './solid.ts'

const SUN = { x: 0.45, y: -0.35, z: 0.82 }
const HAZE: SolidColor = [198, 210, 222]

export function groundClass(y: number): StreetClassName {
  const off = Math.abs(y)
  return off < ROAD_HALF_M ? 'road' : off < WALK_HALF_M ? 'sidewalk' : 'terrain'
}

/** Fractional place in a repeating pattern, 0..1. */
const phase = (value: number, period: number): number => {
  const part = (value / period) % 1
  return part < 0 ? part + 1 : part
}

/** Asphalt: one shade for each 5 cm, -1..1, without any direction the eye could follow. */
function grainAt(x: number, y: number): number {
  let h = Math.imul(Math.floor(x * 20), 0x27d4eb2d) ^ Math.imul(Math.floor(y * 20), 0x165667b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  return ((h ^ (h >>> 13)) & 255) / 127.5 - 1
}

export function groundColor(x: number, y: number): SolidColor {
  const off = Math.abs(y)
  if (off < ROAD_HALF_M) {
    const dashed = off < 0.07 && phase(x, 6) < 0.5
    const edge = Math.abs(off - LANES_HALF_M) < 0.06
    const grain = 5 * grainAt(x, y)
    return dashed || edge ? [222, 222, 214] : [78 + grain, 79 + grain, 84 + grain]
  }
  if (off < ROAD_HALF_M + 0.15) return [176, 174, 168]
  if (off < WALK_HALF_M) {
    const joint = phase(x, 1) < 0.05 || phase(y, 1) < 0.05
    return joint ? [128, 126, 122] : [150, 148, 143]
  }
  return [96, 128 + 10 * Math.sin(x * 3.1) * Math.sin(y * 2.7), 70]
}

/** Colour of a solid's side; `across` and `up` are metres on that side from its middle. */
export function solidColor(solid: Solid, axis: number, side: number, across: number, up: number): SolidColor {
  const c = Math.cos(solid.yawRad)
  const s = Math.sin(solid.yawRad)
  const facing =
    axis === 2 ? side * SUN.z : axis === 0 ? side * (c * SUN.x + s * SUN.y) : side * (-s * SUN.x + c * SUN.y)
  const light = 0.62 + 0.45 * Math.max(0, facing)
  const isWindow =
    solid.finish === 'windows' && axis !== 2 && phase(across, 2.8) > 0.35 && phase(up + solid.halfHeight, 3) > 0.45
  const isWheel =
    solid.finish === 'wheels' &&
    axis === 1 &&
    Math.hypot(Math.abs(across) - 0.62 * solid.halfLength, up + solid.halfHeight) < 0.33
  const base: SolidColor = isWindow ? [62, 78, 96] : isWheel ? [28, 28, 30] : solid.color
  return [base[0] * light, base[1] * light, base[2] * light]
}

export function skyColor(dz: number): SolidColor {
  const up = Math.max(0, Math.min(1, dz * 1.6))
  return [HAZE[0] - 88 * up, HAZE[1] - 58 * up, HAZE[2] + 13 * up]
}

/** Distant things fade into the haze, which shows the depth. */
export function hazed(color: SolidColor, rangeM: number): SolidColor {
  const share = 1 - Math.exp(-rangeM / 160)
  return [
    color[0] + (HAZE[0] - color[0]) * share,
    color[1] + (HAZE[1] - color[1]) * share,
    color[2] + (HAZE[2] - color[2]) * share,
  ]
}
