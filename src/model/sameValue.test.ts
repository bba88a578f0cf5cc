import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameValue } from './sameValue.ts'

test('values are the same when they hold the same; maps and instances of classes only when they are one', () => {
  const held = { at: 1 }
  const same: [unknown, unknown][] = [
    [Number.NaN, Number.NaN],
    [
      { a: 1, b: { c: [1, 2] } },
      { b: { c: [1, 2] }, a: 1 },
    ],
    [new Set(['a', 'b']), new Set(['b', 'a'])],
    [[held], [held]],
  ]
  const different: [unknown, unknown][] = [
    [null, {}],
    [{ a: undefined }, { b: undefined }],
    [
      [1, 2],
      [1, 3],
    ],
    [[1], [1, 2]],
    [new Set([1]), new Set([2])],
    [new Map(), new Map()],
    [new Date(0), new Date(0)],
    [[], {}],
  ]
  for (const [a, b] of same) assert.ok(isSameValue(a, b))
  for (const [a, b] of different) assert.ok(!isSameValue(a, b))
})
