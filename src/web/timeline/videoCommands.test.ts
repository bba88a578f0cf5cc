import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk, SAMPLE_CLASS } from '../../../test/web/desk/desk.ts'
import { putBox, setBox } from '../../../test/web/desk/operations.ts'
import type { EditorSession } from '../document/session.ts'
import { msg } from '../messages/message.ts'
import { videoTrackActions } from './videoCommands.ts'

const TRUCK = { ...SAMPLE_CLASS, classId: 'truck', name: 'truck' }

function act(session: EditorSession, id: string): void {
  const action = videoTrackActions(session).find((one) => one.id === `track.${id}`)
  assert.ok(action?.isEnabled?.())
  action?.run()
}

test('tracks that cannot be one are not merged, with the reason', async () => {
  const session = await new Desk().open([SAMPLE_CLASS, TRUCK])
  session.execute('edit.drawBox', [putBox('a'), setBox('a', 3, 2), putBox('b', 2)])
  session.select(['a', 'b'])
  const { document } = session
  act(session, 'merge')
  assert.equal(session.document, document)
  assert.deepEqual(session.notices.notices[0].message, msg('merge.BOTH_SEEN', { frame: 2 }))
  session.execute('edit.class', [{ type: 'setClass', trackId: 'b', classId: 'truck' }])
  act(session, 'merge')
  assert.deepEqual(session.notices.notices[0].message, msg('merge.OTHER_CLASS', { one: 'car', other: 'truck' }))
})

test('a merged track is the earlier one, with its number', async () => {
  const session = await new Desk().open()
  session.execute('edit.drawBox', [putBox('late', 4)])
  session.execute('edit.drawBox', [putBox('early', 0)])
  session.select(['late', 'early'])
  act(session, 'merge')
  assert.deepEqual([...session.selection], ['early'])
  assert.equal(session.document.tracks.get('early')?.number, 2)
  assert.equal(session.document.tracks.size, 1)
})

test('after a split the half on the screen is selected', async () => {
  const session = await new Desk().open()
  session.execute('edit.drawBox', [putBox('a')])
  session.select(['a'])
  session.setFrame(3)
  act(session, 'split')
  const [id] = session.selection
  assert.notEqual(id, 'a')
  assert.equal(session.document.tracks.get(id)?.number, 2)
  session.undo()
  assert.equal(session.document.tracks.size, 1)
})
