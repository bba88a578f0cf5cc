import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settle } from '../../../../test/web/desk/desk.ts'
import { AccountKeys } from './accountKeys.ts'
import type { KeyBindings } from './keymap.ts'

/** A browser and the account of one person. */
class Computer {
  readonly kept = new Map<string, string>()
  account: KeyBindings = {}
  isOnline = true

  open(): AccountKeys {
    return new AccountKeys({
      storage: {
        getItem: (key) => this.kept.get(key) ?? null,
        setItem: (key, value) => void this.kept.set(key, value),
        removeItem: (key) => void this.kept.delete(key),
      },
      personId: 'ann',
      ofAccount: this.isOnline ? this.account : null,
      send: async (bindings) => {
        if (!this.isOnline) throw new Error('offline')
        this.account = bindings
      },
    })
  }
}

test('keys are kept with the account, and another computer has them', async () => {
  const computer = new Computer()
  computer.open().keep({ 'tool.pan': ['X'] })
  await settle()
  const other = new Computer()
  other.account = computer.account
  assert.deepEqual(other.open().read(), { 'tool.pan': ['X'] })
  assert.equal(computer.kept.size, 0)
})

test('keys that were changed without a connection are sent when the next job is opened', async () => {
  const computer = new Computer()
  computer.account = { 'tool.pan': ['X'] }
  computer.isOnline = false
  computer.open().keep({ 'tool.pan': ['Y'] })
  await settle()
  assert.deepEqual(computer.open().read(), { 'tool.pan': ['Y'] })
  computer.isOnline = true
  computer.open()
  await settle()
  assert.deepEqual([computer.account, computer.kept.size], [{ 'tool.pan': ['Y'] }, 0])
})

test('keys that an earlier version kept in the browser are imported once, and those of the account win', async () => {
  const computer = new Computer()
  computer.account = { 'tool.pan': ['X'] }
  computer.kept.set('fiducial.keys.ann', '{"tool.pan":["Q"],"job.save":["F9"],"broken":5}')
  computer.open()
  await settle()
  assert.deepEqual(computer.account, { 'tool.pan': ['X'], 'job.save': ['F9'] })
  computer.account = {}
  assert.deepEqual(computer.open().read(), {})
})

test('unreadable keys count as none', () => {
  const computer = new Computer()
  computer.kept.set('fiducial.keys.ann', '{"a": 5, "b": ["X"')
  assert.deepEqual(computer.open().read(), {})
})
