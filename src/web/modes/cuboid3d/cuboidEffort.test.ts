import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CuboidDesk } from '../../../../test/web/desk/cuboidDesk.ts'
import { assertEffort, type Effort } from '../../../../test/web/effort.ts'
import { streetSample } from '../../../../test/web/streetPayload.ts'
import { rotate } from '../../../geometry/quaternion.ts'
import { add, distance, norm, subtract } from '../../../geometry/vec3.ts'

/** Clicks and keys of the tasks in docs/annotators.md, counted at the real editor. */

const FRAMES = 20
const CARS = 10
const NEAR_M = 1

const DRIVE = await streetSample({ seed: 4, frames: FRAMES, beams: 64, azimuthStepDeg: 0.25 })
const placesOf = (trackId: string) =>
  DRIVE.street.frames.flatMap(({ truth }) => truth.filter((one) => one.trackId === trackId))
const cars = DRIVE.street.frames[0].truth
  .filter(({ label, trackId }) => label === 'car' && FRAMES === placesOf(trackId).length)
  .toSorted((a, b) => norm(a.cuboid.position) - norm(b.cuboid.position))
  .slice(0, CARS)
type Car = (typeof cars)[number]

/** What a person does, counted: a press with its release is a click, and so is a turn of the wheel. */
class Counted implements Effort {
  clicks = 0
  drags = 0
  keys = 0
  readonly desk: CuboidDesk

  constructor(desk: CuboidDesk) {
    this.desk = desk
  }

  press(chord: string): void {
    this.keys++
    assert.ok(this.desk.keyDown(chord), `${chord} does something`)
  }
}

/** Draws the cars in the first frame, each by one drag from its rear to its front; `next` follows each of them. */
async function drawCars(effort: Counted, next: (car: Car) => Promise<void>): Promise<void> {
  const { desk } = effort
  effort.press('V')
  effort.clicks++
  desk.wheel('main', desk.placeOf('main', cars[0].cuboid.position), 300)
  effort.press('B')
  for (const [i, car] of cars.entries()) {
    const { position, heading, dimensions } = car.cuboid
    const half = rotate(heading, { x: dimensions.length / 2, y: 0, z: 0 })
    effort.clicks++
    effort.drags++
    desk.drag('main', [desk.placeOf('main', subtract(position, half)), desk.placeOf('main', add(position, half))])
    await desk.until(() => desk.session.document.tracks.size === i + 1)
    await next(car)
  }
}

function assertNear(desk: CuboidDesk, number: number, frame: number, truth: Car): void {
  const [, track] = [...desk.session.document.tracks][number]
  const keys = (track.cuboid?.keys ?? []).flatMap((key) => (key.kind === 'shape' ? [key] : []))
  const key = track.stationary ? keys[0] : keys.find((one) => one.frame === frame)
  assert.ok(key, `${truth.trackId} has no keyframe at ${frame}`)
  const off = distance(key.shape.position, truth.cuboid.position)
  assert.ok(off < NEAR_M, `frame ${frame}: ${off.toFixed(2)} m off, ${truth.pointCount} points`)
}

test('10 cars in one frame take the clicks and keys that are documented', () =>
  CuboidDesk.at(DRIVE, async (desk) => {
    const effort = new Counted(desk)
    await drawCars(effort, async () => {})
    for (const [i, car] of cars.entries()) assertNear(desk, i, 0, car)
    assertEffort('10 cars in one frame of points', effort)
  }))

test('10 cars over 20 frames take the clicks and keys that are documented', () =>
  CuboidDesk.at(DRIVE, async (desk) => {
    const effort = new Counted(desk)
    await drawCars(effort, async ({ stationary }) => {
      if (stationary) return effort.press('Y')
      effort.press('Ctrl+Right')
      await desk.until(() => desk.session.undoLabel === 'edit.propagate')
    })
    for (const [i, { trackId }] of cars.entries())
      for (const [frame, truth] of placesOf(trackId).entries()) assertNear(desk, i, frame, truth)
    assertEffort('10 cars over 20 frames of points', effort)
  }))
