import type { NewActor } from './actor.ts'
import { busBody, carBody, cyclistBody, motorcycleBody, personBody, trailerBody, truckBody, vanBody } from './bodies.ts'
import type { ActorClassName } from './classes.ts'
import type { Random } from './random.ts'
import { EGO_LANE_Y, LANES_HALF_M, ROAD_HALF_M, WALK_HALF_M } from './road.ts'
import type { Solid } from './solid.ts'

/** Height of the sidewalks. */
const KERB_M = 0.13
const LEAF = [58, 120, 48] as const
const STONE = [150, 140, 128] as const
const METAL = [120, 124, 130] as const

/**
 * A street as crowded as real ones: every class of vehicle parked bumper to bumper, motorcycles in rows, riders side by
 * side, groups and children on sidewalks behind kerbs, with walls, hedges, racks, signs and trees around and above
 * them.
 */
export function denseTraffic(random: Random, from: number, to: number): { standing: Solid[]; actors: NewActor[] } {
  return {
    standing: [...sidewalks(from, to), ...clutter(random, from, to)],
    actors: [...parked(random, from, to), ...driving(random, to), ...riders(random, to), ...walkers(random, to)],
  }
}

function sidewalks(from: number, to: number): Solid[] {
  const middle = (ROAD_HALF_M + WALK_HALF_M) / 2
  return [-1, 1].map((side) =>
    thing('sidewalk', [150, 148, 143], (from + to) / 2, side * middle, KERB_M / 2, [
      to - from,
      WALK_HALF_M - ROAD_HALF_M,
      KERB_M,
    ]),
  )
}

type Size = readonly [length: number, width: number, height: number]

function thing(className: Solid['className'], color: Solid['color'], x: number, y: number, z: number, size: Size) {
  const [halfLength, halfWidth, halfHeight] = [size[0] / 2, size[1] / 2, size[2] / 2]
  const solid: Solid = {
    className,
    color,
    x,
    y,
    z,
    halfLength,
    halfWidth,
    halfHeight,
    yawRad: 0,
    actor: 0,
    finish: 'plain',
  }
  return solid
}

/** The things next to and above people and cars. */
function clutter(random: Random, from: number, to: number): Solid[] {
  const solids: Solid[] = []
  for (const side of [-1, 1]) {
    for (let x = from; x < to; x += random.between(4, 9)) {
      const y = side * (WALK_HALF_M - random.between(0.15, 0.5))
      const kind = random.next()
      if (kind < 0.3) solids.push(thing('building', STONE, x, y, 0.75, [random.between(2, 5), 0.25, 1.5]))
      else if (kind < 0.5) solids.push(thing('vegetation', LEAF, x, y, 0.6, [random.between(1.5, 4), 0.6, 1.2]))
      else if (kind < 0.7) solids.push(...rack(random, x, side * random.between(7, 9)))
      else if (kind < 0.85) solids.push(...sign(x, side * (ROAD_HALF_M + 0.35)))
      else solids.push(thing('building', STONE, x, side * (WALK_HALF_M - 0.6), 2.5, [3, 1.4, 0.12]))
      if (random.next() < 0.45) solids.push(...tree(random, x + 2, side * (ROAD_HALF_M + 0.5)))
    }
  }
  return solids
}

/** Bicycles in a rack: thin plates that people walk past. */
function rack(random: Random, x: number, y: number): Solid[] {
  return Array.from({ length: 3 + Math.floor(random.next() * 4) }, (_, i) =>
    thing('pole', METAL, x + 0.4 * i, y, KERB_M + 0.5, [0.06, 1.6, random.between(0.8, 1.05)]),
  )
}

function sign(x: number, y: number): Solid[] {
  return [thing('pole', METAL, x, y, 1.5, [0.07, 0.07, 3]), thing('pole', METAL, x, y, 2.5, [0.05, 0.7, 0.7])]
}

/** Its crown hangs over the parked cars, lower than some of them are high. */
function tree(random: Random, x: number, y: number): Solid[] {
  const low = random.between(1.7, 2.6)
  const crown = random.between(1.2, 2)
  const leaves = Array.from({ length: 7 }, () =>
    thing(
      'vegetation',
      LEAF,
      x + random.between(-crown, crown),
      y + random.between(-crown, crown),
      low + random.between(0.2, 2),
      [random.between(0.4, 1.2), random.between(0.4, 1.2), random.between(0.3, 0.9)],
    ),
  )
  return [thing('vegetation', [94, 70, 50], x, y, 1.6, [0.25, 0.25, 3.2]), ...leaves]
}

type Body = { className: ActorClassName; parts: Solid[] }

const fixed = ({ className, parts }: Body, x: number, y: number, yawRad: number, liftM = 0): NewActor => {
  const place = { x, y, yawRad, liftM }
  return { className, stationary: true, boxedFromGround: true, parts, at: () => place }
}

const going = ({ className, parts }: Body, x: number, y: number, yawRad: number, speedMps: number, liftM = 0) => {
  const [dx, dy] = [Math.cos(yawRad) * speedMps, Math.sin(yawRad) * speedMps]
  const actor: NewActor = {
    className,
    stationary: speedMps === 0,
    boxedFromGround: true,
    parts,
    at: (t) => ({ x: x + dx * t, y: y + dy * t, yawRad, liftM }),
  }
  return actor
}

function lengthOf({ parts }: Body): number {
  return Math.max(...parts.map((p) => p.x + p.halfLength)) - Math.min(...parts.map((p) => p.x - p.halfLength))
}

function parked(random: Random, from: number, to: number): NewActor[] {
  const actors: NewActor[] = []
  for (const side of [-1, 1]) {
    let x = from + 2
    while (x < to) {
      const kind = random.next()
      if (kind < 0.12) {
        x += random.between(3, 7)
      } else if (kind < 0.22) {
        // A row of motorcycles, across the strip.
        for (let i = 0; i < 4; i++) {
          const body: Body = { className: 'motorcycle', parts: motorcycleBody(random) }
          const yawRad = side * (Math.PI / 2) + random.between(-0.15, 0.15)
          actors.push(fixed(body, x + 0.5, side * 4.9 + random.between(-0.1, 0.1), yawRad))
          x += random.between(0.8, 1.1)
        }
        x += 0.8
      } else {
        const body: Body =
          kind < 0.7
            ? { className: 'car', parts: carBody(random) }
            : kind < 0.9
              ? { className: 'van', parts: vanBody(random) }
              : { className: 'truck', parts: truckBody(random) }
        const length = lengthOf(body)
        const yawRad = random.between(-0.06, 0.06) + (side > 0 ? Math.PI : 0)
        actors.push(fixed(body, x + length / 2, side * random.between(4.7, 4.95), yawRad))
        x += length + random.between(0.4, 1.6)
      }
    }
  }
  return actors
}

/** A bus, and a truck with its trailer, between the lanes' own cars. */
function driving(random: Random, to: number): NewActor[] {
  const bus: Body = { className: 'bus', parts: busBody(random) }
  const truck: Body = { className: 'truck', parts: truckBody(random) }
  const trailer: Body = { className: 'trailer', parts: trailerBody(random) }
  const behind = lengthOf(truck) / 2 + lengthOf(trailer) / 2 + 0.4
  const x = random.between(8, 14)
  return [
    going(bus, random.between(-16, -9), 1.75, Math.PI, 4),
    going(truck, Math.min(x + 40, to), EGO_LANE_Y, 0, 6),
    going(trailer, Math.min(x + 40, to) - behind, EGO_LANE_Y, 0, 6),
  ]
}

/** At the edge of the carriageway, alone and in pairs. */
function riders(random: Random, to: number): NewActor[] {
  const actors: NewActor[] = []
  for (let x = -20; x < Math.min(to, 40); x += random.between(7, 14)) {
    const side = random.next() < 0.5 ? -1 : 1
    const yawRad = (side > 0 ? Math.PI : 0) + random.between(-0.5, 0.5)
    const y = side * (LANES_HALF_M - random.between(0.2, 0.6))
    const speed = random.between(3, 6)
    actors.push(going({ className: 'cyclist', parts: cyclistBody(random) }, x, y, yawRad, speed))
    if (random.next() < 0.4) {
      const body: Body = { className: 'cyclist', parts: cyclistBody(random) }
      actors.push(going(body, x + random.between(-0.5, 0.5), y - side * random.between(0.9, 1.2), yawRad, speed))
    }
  }
  return actors
}

/** On the sidewalks: alone, in pairs and with children, some standing. */
function walkers(random: Random, to: number): NewActor[] {
  const actors: NewActor[] = []
  for (const side of [-1, 1]) {
    for (let x = -22; x < Math.min(to, 45); x += random.between(3, 8)) {
      const y = side * random.between(7.2, 9)
      const yawRad = random.between(-Math.PI, Math.PI)
      const speed = random.next() < 0.25 ? 0 : random.between(0.8, 1.5)
      const count = 1 + Math.floor(random.next() * 3)
      for (let i = 0; i < count; i++) {
        const isChild = i > 0 && random.next() < 0.4
        const parts = personBody(random, isChild ? random.between(0.95, 1.3) : random.between(1.55, 1.92))
        // Side by side, as near as people walk.
        const beside = i * random.between(0.55, 0.8)
        const at = [x - Math.sin(yawRad) * beside, y + Math.cos(yawRad) * beside] as const
        const body: Body = { className: 'pedestrian', parts }
        actors.push(going(body, at[0], at[1], yawRad + random.between(-0.2, 0.2), speed, KERB_M))
      }
    }
  }
  return actors
}
