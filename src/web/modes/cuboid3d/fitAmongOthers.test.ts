import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CuboidDesk } from '../../../../test/web/desk/cuboidDesk.ts'
import { STREET_CAR, streetSample } from '../../../../test/web/streetPayload.ts'
import { type Cuboid, cuboidCorners } from '../../../geometry/cuboid.ts'
import { rotate } from '../../../geometry/quaternion.ts'
import { add, distance, subtract } from '../../../geometry/vec3.ts'
import { boxTrack } from '../../../model/document/testTracks.ts'

const plain = await streetSample()
const TRUTH = plain.street.frames.map(({ truth }) => truth)
const [CAR] = TRUTH[0].filter(({ label }) => label === 'car').toSorted((a, b) => b.pointCount - a.pointCount)
const bottomOf = (cuboid: Cuboid) => Math.min(...cuboidCorners(cuboid).map(({ z }) => z))

const dragOver = (desk: CuboidDesk, { position, heading, dimensions }: Cuboid) => {
  const { editor } = desk
  editor.setOrbit({ ...editor.orbit, kind: 'top', target: subtract(position, editor.job.originM), distanceM: 18 })
  const half = rotate(heading, { x: dimensions.length / 2, y: 0, z: 0 })
  desk.drag(
    'main',
    [subtract(position, half), add(position, half)].map((end) => desk.placeOf('main', end)),
  )
}

test('points in the box of another object are left to it, unless there are no others', async () => {
  const taken = { ...CAR.cuboid, dimensions: { ...CAR.cuboid.dimensions, length: CAR.cuboid.dimensions.length / 2 } }
  const halved = {
    ...taken,
    position: add(taken.position, rotate(taken.heading, { x: taken.dimensions.length / 2, y: 0, z: 0 })),
  }
  await CuboidDesk.at(await streetSample({ tracks: [boxTrack('front', STREET_CAR, 0, halved)] }), async (desk) => {
    desk.session.setTool('drag')
    dragOver(desk, CAR.cuboid)
    await desk.until(() => desk.session.document.tracks.size === 2)
    const [, made] = [...desk.session.document.tracks.keys()]
    const box = desk.editor.boxOf(made, 0)
    const other = desk.editor.boxOf('front', 0)
    assert.ok(box && other)
    const away = distance(box.cuboid.position, other.cuboid.position)
    assert.ok(away > 0.5, `the middle of the new box is ${away} m from that of the other one`)
  })
})

test('an object that is drawn again in a frame that shows less keeps its size, and other frames stay unchanged', async () => {
  const last = TRUTH.length - 1
  const inLast = (trackId: string) => TRUTH[last].find((one) => one.trackId === trackId)
  const lost = ({ trackId, pointCount }: (typeof TRUTH)[number][number]) =>
    pointCount / Math.max(30, inLast(trackId)?.pointCount ?? Number.POSITIVE_INFINITY)
  const [car] = TRUTH[0].filter(({ label }) => label === 'car').toSorted((a, b) => lost(b) - lost(a))
  const far = inLast(car.trackId)
  assert.ok(far && car.pointCount > 1.3 * far.pointCount, `${car.pointCount} and ${far?.pointCount} points`)
  await CuboidDesk.at(await streetSample({ tracks: [boxTrack('a', STREET_CAR, 0, car.cuboid)] }), async (desk) => {
    const { session } = desk
    session.setFrame(last)
    await desk.loaded()
    session.select(['a'])
    desk.press('Shift+B')
    dragOver(desk, far.cuboid)
    await desk.until(() => desk.keyFrames('a').includes(last))
    assert.deepEqual(desk.firstBox('a'), car.cuboid)
    assert.match(desk.said, /size is kept/)
    const drawn = desk.editor.boxOf('a', last)
    assert.ok(drawn)
    assert.deepEqual(drawn.cuboid.dimensions, car.cuboid.dimensions)
    const bottom = bottomOf(drawn.cuboid) + desk.editor.job.originM.z
    assert.ok(Math.abs(bottom - bottomOf(far.cuboid)) < 0.2, `its bottom is at ${bottom} m`)
  })
})

test('a refit that changes the size says in how many frames, and their boxes keep the sides that the sensor sees', async () => {
  const { dimensions } = CAR.cuboid
  const short = {
    ...CAR.cuboid,
    dimensions: { ...dimensions, length: dimensions.length - 1, height: dimensions.height - 0.4 },
  }
  const sample = await streetSample({ tracks: [boxTrack('a', STREET_CAR, 0, short)] })
  await CuboidDesk.at(sample, async (desk) => {
    const { editor, session } = desk
    session.setFrame(1)
    await desk.loaded()
    session.select(['a'])
    desk.press('K', 'Shift+Q')
    await desk.untilSaid(/also changed in \d+ other frames/)
    const made = desk.firstBox('a')
    assert.notDeepEqual(made.dimensions, short.dimensions)
    assert.ok(Math.abs(bottomOf(made) - bottomOf(short)) < 1e-6, 'it stands on the ground as before')
    const sensor = editor.job.frames[0].clouds[0].sensorPosition
    const nearest = (cuboid: Cuboid) => Math.min(...cuboidCorners(cuboid).map((corner) => distance(corner, sensor)))
    assert.ok(Math.abs(nearest(made) - nearest(short)) < 0.05, 'the corner towards the sensor stayed')
  })
})
