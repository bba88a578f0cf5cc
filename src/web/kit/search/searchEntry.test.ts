import assert from 'node:assert/strict'
import { it } from 'node:test'
import { matching } from './searchEntry.ts'

const entry = (label: string, hint?: string) => ({ id: label, label, hint, run: () => {} })
const ENTRIES = [entry('Go to next frame'), entry('Next object', 'Tab'), entry('Undo', 'Ctrl+Z')]

const labels = (query: string) => matching(ENTRIES, query).map(({ label }) => label)

it('finds what has all the words, in any order, and first what begins with them', () => {
  assert.deepEqual(labels('next'), ['Next object', 'Go to next frame'])
  assert.deepEqual(labels('frame NEXT '), ['Go to next frame'])
  assert.deepEqual(labels('ctrl+z'), ['Undo'])
  assert.deepEqual(labels('nothing like it'), [])
})

it('without a query shows everything as it stands', () => {
  assert.deepEqual(labels(''), ['Go to next frame', 'Next object', 'Undo'])
})
