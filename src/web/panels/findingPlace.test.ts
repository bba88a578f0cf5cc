import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestDriver } from '../../../test/web/desk/driver.ts'
import { english } from '../messages/en/english.ts'
import { makeTranslator } from '../messages/translator.ts'
import { findingPlace } from './findingPlace.ts'

const t = makeTranslator('en', english)

async function withBoxes(frames: number) {
  const user = (await TestDriver.open({ frames })).tool('rectangle')
  for (const left of [10, 60]) {
    user.drag([
      [left, 10],
      [left + 30, 40],
    ])
  }
  return user.session
}

test('a finding in an image names its objects as the list does, and no frame', async () => {
  const session = await withBoxes(1)
  assert.equal(findingPlace(t, session, { where: { trackId: 'made-1', frame: 0 } }), 'car 1')
  assert.equal(
    findingPlace(t, session, { where: { trackId: 'made-1', otherTrackId: 'made-2', frame: 0 } }),
    'car 1 and car 2',
  )
})

test('in a sequence the frame is named too, and on a camera its name', async () => {
  const session = await withBoxes(6)
  assert.equal(
    findingPlace(t, session, { where: { trackId: 'made-2', sensorId: 'front', frame: 3 } }),
    'car 2, front, frame 3',
  )
  assert.equal(findingPlace(t, session, { where: { frame: 3 } }), 'frame 3')
  const several = { where: { trackId: 'made-2', frame: 3 }, frames: [3, 4, 5] }
  assert.equal(findingPlace(t, session, several), 'car 2, frame 3, 2 more frames')
})

test('a finding of the job, and one of an object that was deleted, have no place', async () => {
  const session = await withBoxes(1)
  assert.equal(findingPlace(t, session, { where: {} }), '')
  assert.equal(findingPlace(t, session, { where: { trackId: 'gone' } }), '')
})
