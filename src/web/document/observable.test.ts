import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk } from '../../../test/web/desk/desk.ts'
import { watch } from './observable.ts'

test('a watched part is reported when it changes, with what it was before', async () => {
  const session = await new Desk('video2d', 4).open()
  const seen: [number, number][] = []
  const leave = watch(
    session,
    ({ frame }) => frame,
    (frame, before) => seen.push([frame, before]),
  )
  session.setFrame(2)
  session.setCurrentClass('other')
  session.setFrame(2)
  session.setFrame(3)
  leave()
  session.setFrame(0)
  assert.deepEqual(seen, [
    [2, 0],
    [3, 2],
  ])
})

test('a listener that changes the part itself is called for that change once', async () => {
  const session = await new Desk('video2d', 4).open()
  const seen: number[] = []
  watch(
    session,
    ({ frame }) => frame,
    (frame) => {
      seen.push(frame)
      if (frame === 1) session.setFrame(2)
    },
  )
  session.setFrame(1)
  assert.deepEqual(seen, [1, 2])
})

test('a selector may put parts into a new object: they are compared by what they hold', async () => {
  const session = await new Desk('video2d', 4).open()
  let calls = 0
  watch(
    session,
    ({ frame, selection }) => ({ frame, selected: [...selection] }),
    () => calls++,
  )
  session.setView({})
  session.setCurrentClass('other')
  assert.equal(calls, 0)
  session.setFrame(1)
  assert.equal(calls, 1)
})
