import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk } from '../../../test/web/desk/desk.ts'
import { putBox } from '../../../test/web/desk/operations.ts'
import { msg } from '../messages/message.ts'
import { deleteCommands } from './deleteCommands.ts'

async function press(id: string, selected: string[], frame: number) {
  const session = await new Desk().open()
  session.execute('edit.move', [
    putBox('early', 0),
    { type: 'setKeys', trackId: 'early', sensorId: '', first: 2, last: 2, keys: [{ kind: 'out', frame: 2 }] },
    putBox('late', 4),
  ])
  session.select(selected)
  session.setFrame(frame)
  const before = session.document
  for (const command of deleteCommands(session, msg('command.groupCuboid'))) if (command.id === id) command.run()
  const [notice] = session.notices.notices
  return { said: notice?.message, tone: notice?.tone, isChanged: session.document !== before }
}

test('a notice says that there is nothing to delete in this frame, or from it on', async () => {
  const tone = 'warning'
  assert.deepEqual(await press('object.deleteHere', ['early', 'late'], 3), {
    said: msg('deleted.notHere', { count: 2, frame: 3 }),
    tone,
    isChanged: false,
  })
  // Frame 2 is where the object is out, after it there is no key.
  for (const frame of [2, 3]) {
    assert.deepEqual(await press('object.deleteOnward', ['early'], frame), {
      said: msg('deleted.notOnward', { count: 1, frame }),
      tone,
      isChanged: false,
    })
  }
})

test('only the deleted ones of several objects are counted', async () => {
  const both = ['early', 'late']
  assert.deepEqual((await press('object.deleteHere', both, 4)).said, msg('deleted.here', { count: 1, frame: 4 }))
  assert.deepEqual((await press('object.deleteOnward', both, 2)).said, msg('deleted.onward', { count: 1, frame: 2 }))
  assert.deepEqual((await press('object.delete', both, 3)).said, msg('deleted.everywhere', { count: 2, frames: 6 }))
})
