import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CuboidDesk } from '../../../../test/web/desk/cuboidDesk.ts'
import { STREET_CAR, streetSample } from '../../../../test/web/streetPayload.ts'
import { distance } from '../../../geometry/vec3.ts'
import { boxTrack } from '../../../model/document/testTracks.ts'

test('all of the scene is brought into view where the vehicle is now, not where it was in the first frame', async () => {
  const drive = await streetSample({
    frames: 4,
    egoSpeedMps: 20,
    secondsPerFrame: 1,
    framing: 'common',
    withEgoPose: true,
  })
  await CuboidDesk.at(drive, async (desk) => {
    const { editor, session } = desk
    const fitted = () => {
      desk.press('0')
      return editor.orbit.target
    }
    const first = fitted()
    session.setFrame(3)
    await desk.loaded()
    const wayM = distance(first, fitted())
    assert.ok(wayM > 40 && wayM < 80, `the view moved by ${wayM} m while the vehicle drove 60 m`)
  })
})

test('while objects are propagated, that can be stopped; what was found by then stays', async () => {
  const plain = await streetSample()
  const [car] = plain.street.frames[0].truth.filter(({ label }) => label === 'car')
  await CuboidDesk.at(await streetSample({ tracks: [boxTrack('a', STREET_CAR, 0, car.cuboid)] }), async (desk) => {
    const { editor, session } = desk
    session.select(['a'])
    assert.equal(editor.task.isRunning, false)
    desk.press('Ctrl+Right')
    assert.equal(editor.task.isRunning, true)
    assert.equal(editor.task.stop(), true)
    await desk.untilSaid(/stopped/)
    assert.equal(editor.task.isRunning, false)
  })
})
