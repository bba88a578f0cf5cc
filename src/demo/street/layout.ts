import type { Cuboid } from '../../geometry/cuboid.ts'
import { cuboidIou } from '../../geometry/cuboidIou.ts'
import type { Pose } from '../../geometry/pose.ts'
import { quaternionFromYaw } from '../../geometry/quaternion.ts'
import type { NewActor, StreetActor } from './actor.ts'
import type { ActorClassName } from './classes.ts'
import { denseTraffic } from './dense.ts'
import { actorCuboid } from './placedActor.ts'
import { createRandom, type Random } from './random.ts'
import { EGO_LANE_Y, ROAD_HALF_M, WALK_HALF_M } from './road.ts'
import type { Solid, SolidColor } from './solid.ts'

const STEP_S = 0.1
/** Ground-truth boxes have a margin around their objects, so boxes of people side by side share a little of it. */
const MOST_SHARED = 0.2

/** The actors that never overlap an earlier one in the list. */
function apart(actors: readonly NewActor[], seconds: number): NewActor[] {
  const kept: { actor: NewActor; boxes: Cuboid[] }[] = []
  for (const actor of actors) {
    const boxes = Array.from({ length: Math.ceil(seconds / STEP_S) + 1 }, (_, k) => actorCuboid(actor, k * STEP_S))
    const isFree = kept.every((other) => boxes.every((box, k) => sharedBy(box, other.boxes[k]) <= MOST_SHARED))
    if (isFree) kept.push({ actor, boxes })
  }
  return kept.map(({ actor }) => actor)
}

const volumeOf = ({ dimensions: { length, width, height } }: Cuboid): number => length * width * height

/** How much of the smaller box is within the other one, as a share. */
function sharedBy(a: Cuboid, b: Cuboid): number {
  const away = Math.hypot(a.position.x - b.position.x, a.position.y - b.position.y)
  if (away > a.dimensions.length + b.dimensions.length) return 0
  const iou = cuboidIou(a, b)
  return iou === 0 ? 0 : (iou * (volumeOf(a) + volumeOf(b))) / (1 + iou) / Math.min(volumeOf(a), volumeOf(b))
}

export type StreetPlan = {
  standing: readonly Solid[]
  actors: readonly StreetActor[]
  streetFromEgo(seconds: number): Pose
}

/** `calm`: a few cars and people, each alone. `dense`: every class, close together, with all the obstacles. */
export type Traffic = 'calm' | 'dense'

export type StreetPlanOptions = { seed: number; seconds: number; egoSpeedMps: number; traffic: Traffic }

const CAR_COLORS: readonly SolidColor[] = [
  [178, 34, 34],
  [30, 70, 150],
  [225, 225, 228],
  [60, 60, 66],
  [205, 170, 60],
  [40, 110, 70],
]
const COAT_COLORS: readonly SolidColor[] = [
  [200, 60, 40],
  [50, 80, 160],
  [220, 190, 70],
  [90, 50, 110],
]
const SKIN: SolidColor = [224, 172, 140]
const GLASS: SolidColor = [45, 55, 70]

/** The street runs along x; the same seed lays out the same street, whatever the length of the drive. */
export function layOutStreet({ seed, seconds, egoSpeedMps, traffic }: StreetPlanOptions): StreetPlan {
  const random = createRandom(seed)
  const from = -70
  const to = egoSpeedMps * seconds + 90
  const dense = traffic === 'dense' ? denseTraffic(createRandom(seed * 104_729 + 1), from, to) : null
  const standing = [...buildings(random, from, to), ...furniture(from, to), ...(dense?.standing ?? [])]
  const actors = dense
    ? apart(
        [...movingCars(random, seconds).map((car) => ({ ...car, boxedFromGround: true })), ...dense.actors],
        seconds,
      )
    : [...parkedCars(random, from, to), ...movingCars(random, seconds), ...pedestrians(random)]
  const counts: Partial<Record<ActorClassName, number>> = {}
  return {
    standing,
    actors: actors.map((actor, i) => {
      const instance = (counts[actor.className] ?? 0) + 1
      counts[actor.className] = instance
      return { ...actor, instance, parts: actor.parts.map((part) => ({ ...part, actor: i + 1 })) }
    }),
    streetFromEgo(at) {
      const x = egoSpeedMps * at
      // A driver never goes quite straight: headings that turn find faults that constant ones hide.
      const y = EGO_LANE_Y + 0.25 * Math.sin(x / 9)
      const yaw = Math.atan((0.25 / 9) * Math.cos(x / 9))
      return { position: { x, y, z: 0 }, heading: quaternionFromYaw(yaw) }
    },
  }
}

type Part = Pick<Solid, 'x' | 'z' | 'halfLength' | 'halfWidth' | 'halfHeight' | 'color' | 'finish'>
const part = (className: StreetActor['className'], given: Part): Solid => ({
  y: 0,
  yawRad: 0,
  className,
  actor: 0,
  ...given,
})

function carParts(random: Random): Solid[] {
  const color = random.pick(CAR_COLORS)
  const halfLength = random.between(2.05, 2.35)
  const halfWidth = random.between(0.85, 0.93)
  const cabinHalfHeight = random.between(0.28, 0.34)
  return [
    part('car', { x: 0, z: 0.55, halfLength, halfWidth, halfHeight: 0.35, color, finish: 'wheels' }),
    part('car', {
      x: -0.25,
      z: 0.9 + cabinHalfHeight,
      halfLength: halfLength * 0.52,
      halfWidth: halfWidth - 0.08,
      halfHeight: cabinHalfHeight,
      color: GLASS,
      finish: 'plain',
    }),
  ]
}

function pedestrianParts(random: Random): Solid[] {
  const color = random.pick(COAT_COLORS)
  const shoulder = random.between(1.35, 1.55)
  const halfHeight = (shoulder - 0.2) / 2
  return [
    part('pedestrian', {
      x: 0,
      z: 0.2 + halfHeight,
      halfLength: 0.17,
      halfWidth: 0.25,
      halfHeight,
      color,
      finish: 'plain',
    }),
    part('pedestrian', {
      x: 0,
      z: shoulder + 0.13,
      halfLength: 0.1,
      halfWidth: 0.1,
      halfHeight: 0.13,
      color: SKIN,
      finish: 'plain',
    }),
  ]
}

function buildings(random: Random, from: number, to: number): Solid[] {
  const solids: Solid[] = []
  for (const side of [-1, 1]) {
    for (let x = from; x < to; ) {
      const length = random.between(8, 18)
      const height = random.between(6, 16)
      const set = random.between(0.5, 3.5)
      const shade = random.between(110, 200)
      solids.push({
        x: x + length / 2,
        y: side * (WALK_HALF_M + set + 5),
        z: height / 2,
        yawRad: 0,
        halfLength: length / 2,
        halfWidth: 5,
        halfHeight: height / 2,
        className: 'building',
        actor: 0,
        color: [shade, shade * random.between(0.75, 0.95), shade * random.between(0.6, 0.85)],
        finish: 'windows',
      })
      x += length + random.between(1, 5)
    }
  }
  return solids
}

/** Lamp posts and trees at the kerb, every 12 m by turns. */
function furniture(from: number, to: number): Solid[] {
  const solids: Solid[] = []
  const first = Math.ceil(from / 12)
  for (let k = first; k * 12 < to; k++) {
    const base = { x: k * 12, y: (k % 2 === 0 ? 1 : -1) * (ROAD_HALF_M + 0.4), yawRad: 0, actor: 0 }
    const trunk = { ...base, halfLength: 0.1, halfWidth: 0.1, finish: 'plain' as const }
    if (k % 3 === 0) {
      solids.push({ ...trunk, z: 1.4, halfHeight: 1.4, className: 'vegetation', color: [94, 70, 50] })
      const crown = { halfLength: 1, halfWidth: 1, halfHeight: 1.1, z: 3.9, finish: 'plain' as const }
      solids.push({ ...base, ...crown, className: 'vegetation', color: [58, 120, 48] })
    } else solids.push({ ...trunk, z: 2.5, halfHeight: 2.5, className: 'pole', color: [130, 134, 140] })
  }
  return solids
}

function parkedCars(random: Random, from: number, to: number): NewActor[] {
  const actors: NewActor[] = []
  for (const side of [-1, 1]) {
    for (let x = from + 3; x < to; x += 7) {
      // No car parks where the pedestrian crosses.
      if (random.next() < 0.42 || Math.abs(x - CROSSING_X) < 4) continue
      const yaw = random.between(-0.04, 0.04) + (side > 0 ? Math.PI : 0)
      const place = { x: x + random.between(-0.6, 0.6), y: side * 4.85, yawRad: yaw }
      actors.push({ className: 'car', stationary: true, parts: carParts(random), at: () => place })
    }
  }
  return actors
}

const CROSSING_X = -8

function movingCars(random: Random, seconds: number): NewActor[] {
  const along = (x: number, y: number, speedMps: number): NewActor => ({
    className: 'car',
    stationary: false,
    parts: carParts(random),
    at: (t) => ({ x: x + speedMps * t, y, yawRad: speedMps < 0 ? Math.PI : 0 }),
  })
  // Oncoming traffic follows at 55 m, as many as the drive will meet.
  const oncoming = Math.ceil((seconds * 14) / 55) + 1
  return [along(15, EGO_LANE_Y, 7), ...Array.from({ length: oncoming }, (_, i) => along(32 + 55 * i, 1.75, -8))]
}

function pedestrians(random: Random): NewActor[] {
  const walking = (x: number, y: number, dx: number, dy: number): NewActor => ({
    className: 'pedestrian',
    stationary: dx === 0 && dy === 0,
    parts: pedestrianParts(random),
    at: (t) => ({ x: x + dx * t, y: y + dy * t, yawRad: Math.atan2(dy, dx) }),
  })
  return [
    walking(9, -7.2, 1.3, 0),
    walking(22, -8.1, -1.2, 0),
    walking(14, 7.4, 1.4, 0.05),
    walking(30, 8.8, -1.1, 0),
    walking(6, 9.4, 0, 0),
    walking(CROSSING_X, -6.2, 0, 1.4),
  ]
}
