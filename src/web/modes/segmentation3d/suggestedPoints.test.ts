import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenSuggestion } from '../../document/openSuggestions.ts'
import { suggestedPoints } from './suggestedPoints.ts'

const labelling = (...runs: [number, number][]): OpenSuggestion => ({
  id: 'a',
  assistant: 'a',
  verb: 'label_points',
  score: null,
  classId: 'c',
  label: 'car',
  tracks: [],
  frame: 0,
  labels: { _id: 'r', type: 'points', label: 'car', runs, source: 'machine' },
  editsOf: () => [],
})

test('the points of the current suggestion are shown, or else those that were found so far', () => {
  const found = [labelling([0, 2]), labelling([5, 1])]
  assert.deepEqual(suggestedPoints({ current: labelling([3, 2], [9, 1]), previewed: found }), Uint32Array.of(3, 4, 9))
  assert.deepEqual(suggestedPoints({ current: null, previewed: found }), Uint32Array.of(0, 1, 5))
  assert.deepEqual(suggestedPoints({ current: null, previewed: [] }), new Uint32Array())
})
