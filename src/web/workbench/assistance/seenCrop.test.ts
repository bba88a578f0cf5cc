import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShareBox } from '../../document/openSuggestions.ts'
import { seenCrop } from './seenCrop.ts'

const LARGE = { widthPx: 8000, heightPx: 6000 }
const part = (x: number, y: number, side: number): ShareBox => ({ x, y, width: side, height: side })
const click = (x: number, y: number) => ({ x, y, positive: true })
const asked = (seen: ShareBox | null, ...points: ReturnType<typeof click>[]) => ({ points, box: null, text: '', seen })

test('a model gets the visible part of a large image, and all of a small one', () => {
  assert.deepEqual(seenCrop(asked(part(0.25, 0.5, 0.25), click(0.3, 0.6)), LARGE, null), part(0.25, 0.5, 0.25))
  assert.equal(seenCrop(asked(part(0.25, 0.5, 0.25)), { widthPx: 1000, heightPx: 800 }, null), null)
  assert.equal(seenCrop(asked(part(0, 0, 0.9)), LARGE, null), null)
  assert.equal(seenCrop(asked(null, click(0.1, 0.1)), LARGE, null), null)
})

test('the part contains every click and box, and stays unchanged while the view moves a little', () => {
  const before = part(0.25, 0.5, 0.25)
  assert.equal(seenCrop(asked(part(0.28, 0.5, 0.25), click(0.3, 0.6)), LARGE, before), before)
  assert.deepEqual(seenCrop(asked(part(0.5, 0.5, 0.25), click(0.375, 0.6)), LARGE, before), {
    x: 0.375,
    y: 0.5,
    width: 0.375,
    height: 0.25,
  })
  assert.deepEqual(seenCrop(asked(part(0.25, 0.5, 0.125), click(0.3, 0.6)), LARGE, before), part(0.25, 0.5, 0.125))
  const box = { x: 0.125, y: 0.5, width: 0.25, height: 0.25 }
  assert.deepEqual(seenCrop({ ...asked(before), box }, LARGE, before), { x: 0.125, y: 0.5, width: 0.375, height: 0.25 })
})
