import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordFault } from './password.ts'

const COMMON = new Set(['basketball', 'qwertyuiop', 'password'])
const account = { email: 'rita.moreno@example.com', name: 'Rita Moreno' }
const fault = (password: string) => passwordFault(password, account, COMMON)?.text ?? null

test('a password is refused with the reason', () => {
  assert.match(fault('short')!, /at least 10 characters/)
  assert.match(fault('😀😀😀😀😀')!, /at least 10 characters/)
  assert.match(fault('aaaaaaaaaa')!, /too few/)
  assert.match(fault('ababababab')!, /too few/)
  for (const common of ['QwertyUiop', 'basketball1!', 'Basketball2026', 'password123']) {
    assert.match(fault(common)!, /most common/, common)
  }
  for (const own of ['rita.moreno@example.com', 'Rita.Moreno', 'rita.moreno1', 'Rita Moreno', 'ritamoreno99']) {
    assert.match(fault(own)!, /email address or name/, own)
  }
})

test('a password that is long and unusual is taken, in any alphabet', () => {
  for (const password of ['correct horse battery', 'пароль-от-сейфа', '1f9-kolibri-77', 'rita.moreno plays the oboe']) {
    assert.equal(fault(password), null, password)
  }
})
