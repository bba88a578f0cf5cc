import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockTime, secondsBetween } from './clockTime.ts'

test('a timestamp since 1970 is shown as a date with all its digits, another one as seconds', () => {
  assert.equal(clockTime('1700000000123456789'), '2023-11-14 22:13:20.123456789 UTC')
  assert.equal(clockTime('1700000000100000000'), '2023-11-14 22:13:20.100 UTC')
  assert.equal(clockTime('1700000000000000000'), '2023-11-14 22:13:20 UTC')
  assert.equal(clockTime('2500000000'), '2.500 s')
  assert.equal(clockTime('9223372036854775807'), '2262-04-11 23:47:16.854775807 UTC')
})

test('the time between frames is exact to the millisecond, however large the timestamps are', () => {
  assert.equal(secondsBetween('1700000000100000000', '1700000001350000000'), '1.250')
})
