import type { Pose } from '../../geometry/pose.ts'
import { rotate, rotationMatrix } from '../../geometry/quaternion.ts'
import { cross, norm, scale, subtract, type Vec3 } from '../../geometry/vec3.ts'
import type { PointRules, SlottedCloud } from './pointCloud.ts'
import type { ViewPlacement } from './pointSurface.ts'

/** Clouds and views for the tests of this folder. */

export const SIZE = { widthPx: 800, heightPx: 500 }
export const ALL: PointRules = testRules({})

export function testRules(change: Partial<PointRules>): PointRules {
  return { takes: new Uint8Array(16).fill(1), shows: new Uint8Array(16).fill(1), heightsM: null, crop: null, ...change }
}

export const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

export function testMatrix({ position: p, heading }: Pose): number[] {
  const m = rotationMatrix(heading)
  return [m[0], m[3], m[6], 0, m[1], m[4], m[7], 0, m[2], m[5], m[8], 0, p.x, p.y, p.z, 1]
}

export function cloudOf(points: readonly Vec3[], slots: readonly number[] = []): SlottedCloud {
  return {
    positions: Float32Array.from(points.flatMap(({ x, y, z }) => [x, y, z])),
    slots: Uint16Array.from(points, (_, i) => slots[i] ?? 0),
    relativeFromCloud: IDENTITY,
  }
}

export const relativePoint = ({ position, heading }: Pose, point: Vec3): Vec3 => {
  const turned = rotate(heading, point)
  return { x: turned.x + position.x, y: turned.y + position.y, z: turned.z + position.z }
}

/** From the eye towards a place, z upwards. */
export function viewFrom(eye: Vec3, target: Vec3, projection?: ViewPlacement['projection']): ViewPlacement {
  const forward = normalize(subtract(target, eye))
  const right = normalize(cross(forward, { x: 0, y: 0, z: 1 }))
  return {
    eye,
    forward,
    right,
    up: cross(right, forward),
    projection: projection ?? { kind: 'perspective', tanHalfFov: 0.45 },
    ...SIZE,
    nearM: 0.1,
    farM: 1000,
  }
}

const normalize = (v: Vec3): Vec3 => scale(v, 1 / norm(v))

/** Gives the same numbers for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
