import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk, SAMPLE_CLASS } from '../../../test/web/desk/desk.ts'
import { putBox } from '../../../test/web/desk/operations.ts'
import type { TagClass } from '../../model/tag.ts'
import { msg } from '../messages/message.ts'
import { changeClassOfSelection, chooseClass } from './chooseClass.ts'

const CAR: TagClass = { ...SAMPLE_CLASS, geometries: ['rectangle'] }
const VAN: TagClass = { ...CAR, classId: 'van', name: 'van' }
const WHEEL: TagClass = { ...CAR, classId: 'wheel', name: 'wheel', geometries: ['ellipse'] }

async function withBox() {
  const session = await new Desk().open([CAR, VAN, WHEEL])
  session.execute('edit.move', [putBox('a')])
  return session
}
const said = ({ notices }: Awaited<ReturnType<typeof withBox>>) => notices.notices.map(({ message }) => message)

test('a class of other forms is refused to a selected object, and says why', async () => {
  const session = await withBox()
  session.select(['a'])
  chooseClass(session, 'wheel')
  assert.equal(session.document.tracks.get('a')?.classId, 'car')
  const shapes = { list: [msg('geometry.ellipse')] }
  assert.deepEqual(said(session), [msg('class.kept', { count: 1, name: 'wheel', shapes })])
})

test('a digit right after drawing is for the next object; the key for changing changes what was drawn, and says so', async () => {
  const session = await withBox()
  session.setTool('rectangle')
  session.selectDrawn('a')
  chooseClass(session, 'van')
  assert.equal(session.document.tracks.get('a')?.classId, 'car')
  assert.deepEqual(said(session), [])
  changeClassOfSelection(session, 'van')
  assert.equal(session.document.tracks.get('a')?.classId, 'van')
  assert.deepEqual(said(session), [msg('class.changed', { count: 1, name: 'van' })])
})
