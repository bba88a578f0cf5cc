import type { ActorClassName } from './classes.ts'
import type { Random } from './random.ts'
import type { Solid, SolidColor } from './solid.ts'

const PAINTS: readonly SolidColor[] = [
  [178, 34, 34],
  [30, 70, 150],
  [225, 225, 228],
  [60, 60, 66],
  [40, 110, 70],
]
const COATS: readonly SolidColor[] = [
  [200, 60, 40],
  [50, 80, 160],
  [220, 190, 70],
  [90, 50, 110],
]
const SKIN: SolidColor = [224, 172, 140]
const GLASS: SolidColor = [45, 55, 70]
const RUBBER: SolidColor = [30, 30, 32]

type Extent = readonly [from: number, to: number]

/** A block from its extents along x (front), y (left) and z (up); metres, around the body's own ground point. */
function block(
  className: ActorClassName,
  color: SolidColor,
  [x0, x1]: Extent,
  [y0, y1]: Extent,
  [z0, z1]: Extent,
  extra: Partial<Solid> = {},
): Solid {
  return {
    className,
    color,
    actor: 0,
    yawRad: 0,
    finish: 'plain',
    x: (x0 + x1) / 2,
    y: (y0 + y1) / 2,
    z: (z0 + z1) / 2,
    halfLength: (x1 - x0) / 2,
    halfWidth: (y1 - y0) / 2,
    halfHeight: (z1 - z0) / 2,
    ...extra,
  }
}

/** Mirrors on the two sides: they are in the cloud, but do not count towards a vehicle's width. */
function mirrors(className: ActorClassName, x: number, half: number, z: number, reachM: number): Solid[] {
  return [-1, 1].map((side) =>
    block(
      className,
      RUBBER,
      [x - 0.1, x + 0.1],
      [Math.min(side * half, side * (half + reachM)), Math.max(side * half, side * (half + reachM))],
      [z - 0.08, z + 0.1],
      { outsideBox: true },
    ),
  )
}

function wheels(className: ActorClassName, length: number, half: number, radius: number): Solid[] {
  return [-0.31 * length, 0.31 * length].flatMap((x) =>
    [-1, 1].map((side) => {
      const inner = side * (half - 0.22)
      const outer = side * (half - 0.02)
      return block(
        className,
        RUBBER,
        [x - radius, x + radius],
        [Math.min(inner, outer), Math.max(inner, outer)],
        [0.02, 2 * radius],
      )
    }),
  )
}

export function carBody(random: Random): Solid[] {
  const paint = random.pick(PAINTS)
  const length = random.between(3.7, 4.95)
  const half = random.between(0.83, 0.96)
  const roof = random.between(1.4, 1.75)
  const belt = random.between(0.85, 1)
  const cabinRear = -length / 2 + random.between(0.05, 0.7)
  const cabinFront = length / 2 - random.between(1.2, 1.6)
  return [
    block('car', paint, [-length / 2, length / 2], [-half, half], [0.22, belt], { finish: 'wheels' }),
    block('car', GLASS, [cabinRear, cabinFront], [-half + 0.1, half - 0.1], [belt, roof]),
    ...wheels('car', length, half, 0.31),
    ...mirrors('car', cabinFront - 0.15, half, belt + 0.08, 0.17),
  ]
}

export function vanBody(random: Random): Solid[] {
  const paint = random.pick(PAINTS)
  const length = random.between(4.4, 5.6)
  const half = random.between(0.9, 1.02)
  const roof = random.between(1.9, 2.5)
  const nose = length / 2 - random.between(0.8, 1.1)
  return [
    block('van', paint, [-length / 2, nose], [-half, half], [0.25, roof]),
    block('van', paint, [nose, length / 2], [-half + 0.04, half - 0.04], [0.3, 1.15]),
    ...wheels('van', length, half, 0.34),
    ...mirrors('van', nose + 0.1, half, 1.3, 0.22),
  ]
}

export function truckBody(random: Random): Solid[] {
  const paint = random.pick(PAINTS)
  const length = random.between(6, 9)
  const half = random.between(1.1, 1.27)
  const top = random.between(2.7, 3.6)
  const cab = length / 2 - random.between(1.6, 2.1)
  return [
    block('truck', [205, 205, 200], [-length / 2, cab - 0.25], [-half, half], [0.95, top]),
    block('truck', RUBBER, [-length / 2 + 0.2, cab], [-half * 0.4, half * 0.4], [0.5, 0.95]),
    block('truck', paint, [cab, length / 2], [-half + 0.08, half - 0.08], [0.4, random.between(2.3, 2.9)]),
    ...wheels('truck', length, half, 0.48),
    ...mirrors('truck', length / 2 - 0.2, half, 2, 0.25),
  ]
}

export function busBody(random: Random): Solid[] {
  const length = random.between(9.5, 12.5)
  const half = random.between(1.22, 1.3)
  const top = random.between(2.9, 3.3)
  return [
    block('bus', random.pick(PAINTS), [-length / 2, length / 2], [-half, half], [0.3, top], { finish: 'windows' }),
    ...wheels('bus', length, half, 0.48),
    ...mirrors('bus', length / 2 + 0.1, half, 2.4, 0.25),
  ]
}

export function trailerBody(random: Random): Solid[] {
  const length = random.between(6, 10)
  const half = 1.25
  return [
    block('trailer', [190, 195, 205], [-length / 2, length / 2], [-half, half], [1.05, random.between(2.8, 3.6)]),
    ...wheels('trailer', length, half, 0.48),
    block('trailer', RUBBER, [length / 2, length / 2 + 0.9], [-0.06, 0.06], [0.7, 0.85], { outsideBox: true }),
  ]
}

/** A bicycle or scooter frame: two thin wheels, a handlebar. */
function twoWheeler(className: ActorClassName, length: number, thin: number, bar: number, barZ: number): Solid[] {
  return [
    block(className, RUBBER, [-length / 2, -length / 2 + 0.66], [-thin, thin], [0.01, 0.67]),
    block(className, RUBBER, [length / 2 - 0.66, length / 2], [-thin, thin], [0.01, 0.67]),
    block(className, RUBBER, [-length * 0.2, length * 0.25], [-thin, thin], [0.35, 0.75]),
    block(className, RUBBER, [length * 0.22, length * 0.3], [-bar, bar], [barZ - 0.05, barZ + 0.05]),
  ]
}

export function cyclistBody(random: Random): Solid[] {
  const length = random.between(1.6, 1.85)
  const head = random.between(1.5, 1.8)
  const lean = random.between(0, 0.25)
  return [
    ...twoWheeler('cyclist', length, 0.03, random.between(0.24, 0.33), 1.02),
    block('cyclist', random.pick(COATS), [-0.3, -0.05], [-0.13, 0.13], [0.35, 0.95]),
    block('cyclist', random.pick(COATS), [-0.28 + lean / 2, 0.08 + lean], [-0.22, 0.22], [0.85, head - 0.25]),
    block('cyclist', SKIN, [-0.12 + lean, 0.1 + lean], [-0.09, 0.09], [head - 0.25, head]),
  ]
}

export function motorcycleBody(random: Random): Solid[] {
  const length = random.between(1.75, 2.15)
  return [
    ...twoWheeler('motorcycle', length, 0.07, random.between(0.32, 0.4), random.between(1, 1.2)),
    block('motorcycle', random.pick(PAINTS), [-length * 0.4, length * 0.25], [-0.16, 0.16], [0.4, 0.85]),
  ]
}

/**
 * A walking person: legs apart by the step, arms at the side, with or without a bag. Children have the given height.
 */
export function personBody(random: Random, heightM: number): Solid[] {
  const coat = random.pick(COATS)
  const scale = heightM / 1.75
  const step = random.between(0.02, 0.25) * scale
  const hip = 0.82 * scale
  const shoulder = 1.45 * scale
  const half = random.between(0.2, 0.27) * scale
  const leg = 0.08 * scale
  return [
    block('pedestrian', RUBBER, [step - leg, step + leg + 0.06], [leg * 0.2, leg * 2.2], [0.01, hip]),
    block('pedestrian', RUBBER, [-step - leg, -step + leg + 0.06], [-leg * 2.2, -leg * 0.2], [0.01, hip]),
    block('pedestrian', coat, [-0.12 * scale, 0.12 * scale], [-half, half], [hip, shoulder]),
    block('pedestrian', SKIN, [-0.09 * scale, 0.11 * scale], [-0.08 * scale, 0.08 * scale], [shoulder, heightM]),
    ...(random.next() < 0.3
      ? [block('pedestrian', RUBBER, [-0.3 * scale, -0.12 * scale], [-0.15, 0.15], [hip + 0.1, shoulder])]
      : []),
  ]
}
