import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk, SAMPLE_CLASS } from '../../../test/web/desk/desk.ts'
import { putBox } from '../../../test/web/desk/operations.ts'
import { msg } from '../messages/message.ts'
import { changeClassOfSelection, chooseClassByDigit } from './chooseClass.ts'

const bus = { ...SAMPLE_CLASS, classId: 'bus', name: 'bus' }

test('a digit changes no class while objects of several classes are selected; the key for that does', async () => {
  const session = await new Desk().open([SAMPLE_CLASS, bus])
  session.execute('edit.move', [putBox('a'), putBox('b'), { type: 'setClass', trackId: 'b', classId: 'bus' }])
  const classes = () => [...session.document.tracks.values()].map(({ classId }) => classId)
  session.select(['a', 'b'])
  chooseClassByDigit(session, 'car')
  assert.deepEqual(classes(), ['car', 'bus'])
  assert.deepEqual(session.notices.notices[0].message, msg('class.mixed'))
  changeClassOfSelection(session, 'car')
  assert.deepEqual(classes(), ['car', 'car'])
  chooseClassByDigit(session, 'bus')
  assert.deepEqual(classes(), ['bus', 'bus'])
})
