import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProjectTurns } from './projectTurns.ts'

test('each project has one place at most, and who has waited longest is next', () => {
  let nowMs = 0
  const turns = new ProjectTurns(() => nowMs)
  assert.ok(turns.isTurnOf('a', true))
  turns.begin('a')
  assert.ok(!turns.isTurnOf('a', true), 'a has its place')
  nowMs = 10
  assert.ok(!turns.isTurnOf('b', false))
  nowMs = 20
  assert.ok(!turns.isTurnOf('c', false))
  turns.end('a')
  assert.ok(!turns.isTurnOf('a', true), 'others wait')
  assert.ok(!turns.isTurnOf('c', true), 'b has waited longer')
  assert.ok(turns.isTurnOf('b', true))
  turns.begin('b')
  assert.ok(turns.isTurnOf('c', true))
})

test('a project that stops asking holds up no other', () => {
  let nowMs = 0
  const turns = new ProjectTurns(() => nowMs)
  assert.ok(!turns.isTurnOf('a', false))
  nowMs = 6000
  assert.ok(turns.isTurnOf('b', true))
})
