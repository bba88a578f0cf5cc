import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networksOf } from './network.ts'

test('addresses of one subscriber are one network', () => {
  assert.deepEqual(networksOf('192.0.2.7'), { near: '192.0.2.7', wide: null })
  assert.deepEqual(networksOf('::ffff:192.0.2.7'), { near: '192.0.2.7', wide: null })
  const one = networksOf('2001:db8:1:2:aaaa::1')
  assert.deepEqual(networksOf('2001:db8:1:2:bbbb:cccc:dddd:eeee'), one)
  assert.deepEqual(one, { near: '2001:db8:1:2::/64', wide: '2001:db8:1::/48' })
  assert.notEqual(networksOf('2001:db8:1:3::1').near, one.near)
  assert.equal(networksOf('2001:db8:1:3::1').wide, one.wide)
  assert.deepEqual(networksOf('not an address'), { near: 'not an address', wide: null })
})
