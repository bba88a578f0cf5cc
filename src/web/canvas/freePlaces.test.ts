import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FreePlaces } from './freePlaces.ts'

test('a name that would cover another is left out, one next to it is not', () => {
  const free = new FreePlaces()
  const name = (x: number, y: number) => ({ x, y, width: 40, height: 16 })
  assert.deepEqual(
    [name(0, 0), name(30, 10), name(40, 0), name(0, 16), name(35, 15)].map((place) => free.take(place)),
    [true, false, true, true, false],
  )
})
