import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runCli } from '../../src/cli/run.ts'
import { pcdText } from '../../src/demo/street/jobs.ts'
import { createRandom } from '../../src/demo/street/random.ts'
import { cuboidIou } from '../../src/geometry/cuboidIou.ts'
import { applyPose, composePoses } from '../../src/geometry/pose.ts'
import { quaternionFromYaw } from '../../src/geometry/quaternion.ts'
import { fitCuboid } from '../../src/model/fit/fitCuboid.ts'
import { pointsNeeded, pointsToFit } from '../../src/model/fit/fitReach.ts'
import { FIELD_CLASSES } from './fieldClasses.ts'
import { drawnDrag, HANDS } from './handDrag.ts'
import { pointsWithin } from './pointsWithin.ts'
import { recordedClouds, recordedTruthSkip } from './recordedTruth.ts'
import { CAR, dragOver, scanCars } from './scene.ts'

const scene = scanCars([{ x: 12, y: -6, yawDeg: 200 }])
const [car] = scene.cars
const drag = dragOver(car)
assert.ok(drag.kind === 'drag')
const place = ({ x, y }: { x: number; y: number }): string => `${x},${y}`
const size = `${CAR.length},${CAR.width},${CAR.height}`

/** Runs `fiducial fit` with the cloud as its standard input. */
async function fit(args: readonly string[], cloud: string | Buffer = pcdText(scene.positions)) {
  let [out, err] = ['', '']
  const code = await runCli(['fit', '-', ...args], {
    env: {},
    cwd: '/',
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    read: async function* () {
      yield Buffer.from(cloud)
    },
  })
  return { code, out, err, json: () => JSON.parse(out) }
}

const gesture = ['--from', place(drag.from), '--to', place(drag.to)]

test('fit: the cuboid that the workbench would make, in the coordinates of the file', async () => {
  const { code, json } = await fit([...gesture, '--size', size, '--json'])
  const { cuboid, refused } = json()
  assert.deepEqual([code, refused], [0, null])
  assert.ok(cuboidIou(cuboid, car) > 0.8, `IoU ${cuboidIou(cuboid, car)}`)
  const positions = Float32Array.from(scene.positions, (value) => Math.round(value * 1000) / 1000)
  const direct = fitCuboid({ positions, classSize: CAR, gesture: drag, sensorPosition: { x: 0, y: 0, z: 0 } })
  assert.ok('cuboid' in direct)
  assert.deepEqual(cuboid, direct.cuboid)
})

for (const beams of [16, 32, 64, 128]) {
  test(`fit: ${beams} beams in a common frame with y forward, far from the sensor's origin`, async () => {
    const scene = scanCars([{ x: 9, y: -5, yawDeg: 200 }], { beams })
    const pose = { position: { x: 210, y: -80, z: 35 }, heading: quaternionFromYaw(Math.PI / 2) }
    const positions = scene.positions.slice()
    for (let i = 0; i < positions.length; i += 3) {
      const { x, y, z } = applyPose(pose, { x: positions[i], y: positions[i + 1], z: positions[i + 2] })
      positions.set([x, y, z], i)
    }
    const truth = { ...scene.cars[0], ...composePoses(pose, scene.cars[0]) }
    const drag = dragOver(truth)
    assert.ok(drag.kind === 'drag')
    const { x, y, z } = applyPose(pose, scene.sensorPosition)
    const text = pcdText(positions).replace('VIEWPOINT 0 0 0', `VIEWPOINT ${x} ${y} ${z}`)
    const args = ['--from', place(drag.from), '--to', place(drag.to), '--size', size, '--json']
    const { cuboid } = (await fit(args, text)).json()
    assert.ok(cuboidIou(cuboid, truth) > 0.8, `IoU ${cuboidIou(cuboid, truth)}`)
  })
}

test('fit: in merged sweeps a parked car keeps its box next to the ghosts of one that passes', async () => {
  const parked = { x: 10, y: -6, yawDeg: 180 }
  const sweeps = [0, 1, 2, 3, 4].map((k) => scanCars([parked, { x: 4 + 1.4 * k, y: -3.2, yawDeg: 0 }], { seed: k + 1 }))
  const [car] = sweeps[0].cars
  const drag = dragOver(car)
  assert.ok(drag.kind === 'drag')
  const cloud = pcdText(Float64Array.from(sweeps.flatMap(({ positions }) => [...positions])))
  const args = ['--from', place(drag.from), '--to', place(drag.to), '--size', size, '--json']
  const { cuboid } = (await fit(args, cloud)).json()
  assert.ok(cuboidIou(cuboid, car) > 0.75, `IoU ${cuboidIou(cuboid, car)}`)
})

test('fit: for people it says position, heading, size and what it is not sure of', async () => {
  const { code, out } = await fit([...gesture, '--size', size])
  assert.equal(code, 0)
  assert.match(out, /position/)
  assert.match(out, /dimensions/)
})

test('fit: an empty place, or a file that is not a cloud, is refused with exit code 1', async () => {
  const empty = await fit(['--from', '-10,8', '--to', '-14,8', '--size', size, '--json'])
  assert.equal(empty.code, 1)
  assert.deepEqual([empty.json().cuboid, empty.json().refused], [null, 'no points of an object here'])
  const broken = await fit([...gesture, '--json'], 'no cloud')
  assert.equal(broken.code, 1)
  assert.equal(broken.json().cuboid, null)
  assert.ok(broken.json().refused.length > 0)
})

test('fit: arguments that say nothing are answered with exit code 2', async () => {
  assert.equal((await fit(['--from', '1,2'])).code, 2)
  assert.equal((await fit(['--from', '1,2', '--to', '3'])).code, 2)
  assert.equal((await fit(['--from', '1,x', '--to', '3,4'])).code, 2)
  assert.equal((await fit([...gesture, '--size', '4,2'])).code, 2)
  assert.equal((await fit([...gesture, '--size', '4,0,1'])).code, 2)
})

test('fit: a cloud whose y points up is warned of', async () => {
  const turned = scene.positions.map((_, i) => scene.positions[i % 3 === 1 ? i + 1 : i % 3 === 2 ? i - 1 : i])
  const { json } = await fit([...gesture, '--size', size, '--json'], pcdText(turned))
  assert.match(json().warnings.join(), /flattest along y/)
})

test('fit: on recordings, the same cuboid as by the same drag in the workbench', {
  skip: recordedTruthSkip(),
}, async () => {
  const [cloud] = (await recordedClouds()).flatMap(({ clouds }) => clouds)
  const file = readFileSync(cloud.file)
  const random = createRandom(1)
  for (const { cuboid, label } of cloud.objects) {
    const { length, width, height } = FIELD_CLASSES[label]
    const gesture = drawnDrag(cuboid, HANDS[1], random)
    // The workbench hands its worker the points that a fit looks at.
    const { middle, radiusM } = pointsNeeded(gesture, FIELD_CLASSES[label]) ?? assert.fail()
    const positions = pointsToFit((withinM) => pointsWithin(cloud.positions, middle, withinM), radiusM)
    const sensorPosition = cloud.sensorPosition
    const shown = fitCuboid({ positions, sensorPosition, classSize: FIELD_CLASSES[label], gesture })
    const drawn = ['--from', place(gesture.from), '--to', place(gesture.to)]
    const { json } = await fit([...drawn, '--size', `${length},${width},${height}`, '--json'], file)
    assert.deepEqual(json().cuboid, 'cuboid' in shown ? shown.cuboid : null, label)
  }
})
