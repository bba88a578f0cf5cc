import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk } from '../../../test/web/desk/desk.ts'
import { putBox } from '../../../test/web/desk/operations.ts'

test('an answer that arrives when the job is open again elsewhere drops nothing that was done there', async () => {
  const desk = new Desk()
  const { server } = desk
  const save = server.save.bind(server)
  const slow = Promise.withResolvers<void>()
  server.save = async (batch) => {
    const answer = await save(batch)
    await slow.promise
    return answer
  }
  const first = await desk.open()
  first.execute('edit.drawBox', [putBox('a', 0)])
  await desk.clock.pass(1_000)
  first.dispose()
  server.save = save
  const second = await desk.open()
  await desk.clock.pass(2_000)
  second.execute('edit.drawBox', [putBox('b', 0)])
  await desk.clock.pass(0)
  slow.resolve()
  await desk.clock.pass(0)
  second.dispose()
  const third = await desk.open()
  assert.deepEqual([...third.document.tracks.keys()], ['a', 'b'])
})
