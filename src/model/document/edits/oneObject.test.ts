import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMAGE_VIEW, type Key, type Track } from '../document.ts'
import { flatAt } from '../interpolate.ts'
import { keyframe } from '../keyframe.ts'
import type { FlatShape } from '../shape.ts'
import { madeOne } from './oneObject.ts'

const FRAMES = 12
const box = (left: number): FlatShape => ({ type: 'rectangle', left, top: 0, right: left + 1, bottom: 1 })
const line: FlatShape = { type: 'line', points: [box(0), box(1)].flatMap(() => [{ x: 0, y: 0 }]) }

/** Boxes at these frames; `-n`: outside from there, `h`: hidden from that key on. */
function seen(id: string, frames: readonly (number | string)[], given: Partial<Track> = {}): Track {
  const keys = frames.map((frame): Key<FlatShape> => {
    const at = Math.abs(Number.parseInt(String(frame), 10))
    if (Number(frame) < 0) return { kind: 'out', frame: at }
    return keyframe(at, box(at), { hidden: String(frame).endsWith('h') })
  })
  const view = { keys, attributes: new Map(), follows: false }
  const track = { id, entryId: null, classId: 'car', stationary: false, attributes: new Map(), cuboid: null }
  return { ...track, views: new Map([[IMAGE_VIEW, view]]), ...given }
}

function leftIn(result: ReturnType<typeof madeOne>): (number | null)[] {
  assert.ok('merged' in result, JSON.stringify(result))
  const view = result.merged.views.get(IMAGE_VIEW)
  return Array.from({ length: FRAMES }, (_, frame) => {
    const shown = view && flatAt(view, frame)?.shape
    return shown?.type === 'rectangle' ? shown.left : null
  })
}

test('objects of another class, of another kind, or seen in one frame are not one, and the first reason is named', () => {
  const truck = { ...seen('b', [0, 9]), classId: 'truck' }
  const lines = { keys: [keyframe(0, line), keyframe(9, line)], attributes: new Map(), follows: false }
  const other = { views: new Map([[IMAGE_VIEW, lines]]) }
  const car = seen('a', [2, 9])
  assert.deepEqual(madeOne(car, { ...truck, ...other }, FRAMES), {
    refused: 'OTHER_CLASS',
    classIds: ['car', 'truck'],
  })
  assert.deepEqual(madeOne(car, { ...seen('b', [0]), ...other }, FRAMES), {
    refused: 'OTHER_KIND',
    kinds: ['rectangle', 'line'],
  })
  assert.deepEqual(madeOne(car, seen('b', [0, 4, -6]), FRAMES), { refused: 'BOTH_SEEN', frame: 2 })
})

test('the earlier one keeps its id and its number', () => {
  const result = madeOne(seen('late', [6], { number: 1 }), seen('early', [0, 2], { number: 2 }), FRAMES)
  assert.ok('merged' in result)
  assert.deepEqual([result.merged.id, result.merged.number, result.goneId], ['early', 2, 'late'])
})

test('frames that are held do not count: the object is where the other one was seen', () => {
  assert.deepEqual(leftIn(madeOne(seen('a', [0, 4]), seen('b', [8]), FRAMES)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8])
  const between = madeOne(seen('a', [0, 1, -2, 8, 10]), seen('b', [4]), FRAMES)
  assert.deepEqual(leftIn(between), [0, 1, null, null, 4, null, null, null, 8, 9, 10, 10])
})

test('where one is hidden the other one is shown', () => {
  const result = madeOne(seen('a', [0, '3h', 7, 9]), seen('b', [3, 6, -7]), FRAMES)
  assert.deepEqual(leftIn(result).slice(0, 10), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
