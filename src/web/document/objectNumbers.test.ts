import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ObjectNumbers } from './objectNumbers.ts'

const car = (id: string) => ({ id, classId: 'car' })

it('objects are counted by class in the order of the document', () => {
  const numbers = new ObjectNumbers([car('a'), { id: 'x', classId: 'tree' }, car('b')])
  assert.deepEqual([numbers.of(car('b')), numbers.of({ id: 'x', classId: 'tree' })], [2, 1])
})

it('an object keeps its number when others go, and when it comes back', () => {
  const numbers = new ObjectNumbers([car('a'), car('b')])
  // a is deleted: no one asks for it any more. A new object gets a number that no other had.
  assert.equal(numbers.of(car('c')), 3)
  assert.deepEqual([numbers.of(car('b')), numbers.of(car('a'))], [2, 1])
})

it('an object of another class gets a number there, and its own again when the change is undone', () => {
  const numbers = new ObjectNumbers([car('a'), car('b')])
  assert.equal(numbers.of({ id: 'b', classId: 'van' }), 1)
  assert.equal(numbers.of(car('b')), 2)
})
