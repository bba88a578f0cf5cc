import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { putBox, setBox } from '../../../test/web/desk/operations.ts'
import { emptyDocument } from '../../model/document/document.ts'
import { applyEdits } from '../../model/document/operations/operations.ts'
import * as layouts from './layout.ts'

const document = applyEdits(emptyDocument('video2d', 100), [putBox('a', 10), setBox('a', 20, 2), putBox('b', 50)])
const rows = [...document.tracks.values()].map((track) => layouts.objectRow(track, track.id))
const ofRow = (trackId: string) => ({ trackId, sensorId: null })
const layout = layouts.fittedLayout(1150, 120, 100)

const middleOf = (frame: number) => layouts.xOfFrame(layout, frame) + layout.framePx / 2
const rowY = (row: number) => layouts.yOfRow(layout, row) + 10

test('a click on a keyframe, next to it, on a name and on the ruler means what is there', () => {
  assert.deepEqual(layouts.hitTimeline(layout, rows, middleOf(20), rowY(0)), { kind: 'key', ...ofRow('a'), frame: 20 })
  assert.deepEqual(layouts.hitTimeline(layout, rows, middleOf(15), rowY(0)), { kind: 'row', ...ofRow('a'), frame: 15 })
  assert.deepEqual(layouts.hitTimeline(layout, rows, middleOf(50), rowY(1)), { kind: 'key', ...ofRow('b'), frame: 50 })
  assert.deepEqual(layouts.hitTimeline(layout, rows, 20, rowY(1)), { kind: 'name', ...ofRow('b') })
  assert.deepEqual(layouts.hitTimeline(layout, rows, middleOf(33), 5), { kind: 'ruler', frame: 33 })
})

test('an object with one pose everywhere has marks where it begins, where it was placed last and where it ends', () => {
  const still = applyEdits(document, [{ type: 'setStationary', trackId: 'a', stationary: true }]).tracks.get('a')
  assert.ok(still)
  assert.deepEqual(
    layouts.keysOfRow(still).map(({ frame }) => frame),
    [10, 20],
  )
})

test('every frame is found at its column, however the timeline is zoomed and scrolled', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 150, max: 1150 }), fc.double({ min: 0.5, max: 2, noNaN: true })))
  fc.assert(
    fc.property(steps, fc.nat(99), (zooms, frame) => {
      let zoomed = layout
      for (const [x, factor] of zooms) zoomed = layouts.zoomedLayout(zoomed, x, factor, 2)
      const shown = layouts.revealing(zoomed, frame, null, 2)
      const x = layouts.xOfFrame(shown, frame) + shown.framePx / 2
      assert.equal(layouts.frameAtX(shown, x), frame)
      assert.ok(x >= layouts.GUTTER_PX && x <= shown.widthPx + 1e-6, `frame ${frame} at ${x}`)
    }),
  )
})
