import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualSize } from './usualSize.ts'

const CAR = { length: 4.5, width: 1.85, height: 1.6 }
const narrow = (length: number, width: number) => ({ length, width, height: 1.6 })
const labelled = [narrow(4.4, 1.66), narrow(4.5, 1.68), narrow(4.7, 1.7), narrow(4.6, 1.69), narrow(4.5, 1.67)]

test('the more alike objects are labelled, the nearer the usual size is to theirs', () => {
  const few = usualSize(CAR, labelled.slice(0, 3)) ?? assert.fail()
  const many = usualSize(CAR, [...labelled, ...labelled, ...labelled]) ?? assert.fail()
  assert.ok(few.width < 1.8 && few.width > 1.68, `${few.width}`)
  assert.ok(many.width < few.width && Math.abs(many.width - 1.68) < 0.01, `${many.width}`)
  assert.equal(many.height, 1.6)
})

test('one or two objects change nothing, and one odd size next to nothing', () => {
  assert.equal(usualSize(CAR, labelled.slice(0, 2)), CAR)
  const odd = usualSize(CAR, [...labelled, narrow(18, 2.5)]) ?? assert.fail()
  assert.ok(odd.length < 4.6, `${odd.length}`)
})

test('objects of a class that differ much leave the size that it was given', () => {
  const usual =
    usualSize(
      CAR,
      [1, 2.6, 1.1, 2.4, 2.5].map((width) => narrow(4.5, width)),
    ) ?? assert.fail()
  assert.ok(Math.abs(usual.width - 1.85) < 0.15, `${usual.width}`)
})

test('a class without a size has the middle one of at least three objects', () => {
  assert.equal(usualSize(null, labelled.slice(0, 2)), null)
  assert.deepEqual(usualSize(null, labelled), { length: 4.5, width: 1.68, height: 1.6 })
})
