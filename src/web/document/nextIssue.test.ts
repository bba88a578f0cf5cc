import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextIssue } from './nextIssue.ts'

const issues = [
  { id: 'a', place: {}, resolved: false },
  { id: 'b', place: {}, resolved: true },
  { id: 'c', place: {}, resolved: false },
]
const next = (opened: string | null, step: 1 | -1) =>
  nextIssue({ issues, opened: opened === null ? null : { id: opened, click: 1 } }, step)?.id

test('the next open issue comes after the opened one, leaves out resolved ones and goes around', () => {
  assert.deepEqual([next(null, 1), next('a', 1), next('c', 1)], ['a', 'c', 'a'])
})

test('the previous one likewise, from the last where none is opened', () => {
  assert.deepEqual([next(null, -1), next('a', -1), next('c', -1)], ['c', 'c', 'a'])
})

test('there is none where all are resolved', () => {
  assert.equal(nextIssue({ issues: [issues[1]], opened: null }, 1), null)
})
