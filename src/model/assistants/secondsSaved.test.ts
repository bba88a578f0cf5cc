import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type AssistedTime, secondsSavedPerObject } from './secondsSaved.ts'

const time = (tag: string, assistant: string, objects: number, seconds: number, version = ''): AssistedTime => ({
  tag,
  assistant,
  version,
  objects,
  activeMs: 1000 * seconds,
})
const by = (name: string) => (one: AssistedTime) => one.assistant === name

test('seconds saved are counted per object, against unaided jobs of the same tag', () => {
  const times = [time('cars', '', 10, 200), time('cars', 'm', 4, 20), time('trees', '', 1, 1000)]
  assert.equal(secondsSavedPerObject(times, by('m')), 15)
})

test('tags that take longer weigh by their objects, and those without a comparison not at all', () => {
  const times = [
    time('a', '', 1, 10),
    time('a', 'm', 3, 15),
    time('b', '', 2, 100),
    time('b', 'm', 1, 60),
    time('c', 'm', 100, 1),
  ]
  assert.equal(secondsSavedPerObject(times, by('m')), (3 * 5 + 1 * -10) / 4)
  assert.equal(secondsSavedPerObject(times, by('other')), null)
  assert.equal(secondsSavedPerObject([time('c', 'm', 100, 1)], by('m')), null)
})

test('work that takes as long as unaided work saves nothing, however the jobs are spread over versions', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 500 }), (objects, seconds) => {
      const times = objects.map((count, i) => time('a', 'm', count, count * seconds, `v${i}`))
      const saved = secondsSavedPerObject([time('a', '', 7, 7 * seconds), ...times], by('m'))
      assert.ok(saved !== null && Math.abs(saved) < 1e-9)
    }),
  )
})
