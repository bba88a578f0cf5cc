import assert from 'node:assert/strict'
import { test } from 'node:test'
import { msg, verbatim } from '../messages/message.ts'
import { NoticeLog } from './noticeLog.ts'

test('notices are kept newest first, fifty at most', () => {
  const log = new NoticeLog()
  for (let i = 1; i <= 60; i++) log.add(verbatim(`notice ${i}`))
  assert.equal(log.notices.length, 50)
  assert.deepEqual(log.notices[0].message, verbatim('notice 60'))
})

test('progress of one act is one notice, whose number grows so that it is shown again', () => {
  const log = new NoticeLog()
  let heard = 0
  log.subscribe(() => heard++)
  log.add(msg('propagate.running', { frame: 1 }))
  log.add(msg('propagate.running', { frame: 2 }))
  assert.deepEqual(
    log.notices.map(({ number, message }) => [number, message]),
    [[2, msg('propagate.running', { frame: 2 })]],
  )
  assert.equal(heard, 2)
})

test('a refusal is kept with the other notices and marked, so that the page shows it at the pointer', () => {
  const log = new NoticeLog()
  log.add(msg('save.conflict'))
  log.refuse(msg('shell.readOnly'))
  assert.deepEqual(
    log.notices.map(({ tone, isRefusal }) => [tone, isRefusal]),
    [
      ['warning', true],
      ['info', false],
    ],
  )
})
