import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cuboid } from '../../../geometry/cuboid.ts'
import { identityQuaternion } from '../../../geometry/quaternion.ts'
import type { Track } from '../../../model/document/document.ts'
import { BY_HAND, placedAt, stationaryToggledAt } from '../../../model/document/edits/placeCuboid.ts'
import { cuboidAt } from '../../../model/document/interpolate.ts'
import { boxTrack } from '../../../model/document/testTracks.ts'
import { english } from '../../messages/en/english.ts'
import { makeTranslator } from '../../messages/translator.ts'
import { boxWords } from './boxWords.ts'

const t = makeTranslator('en', english)

const box = (x: number): Cuboid => ({
  position: { x, y: 0, z: 0 },
  heading: identityQuaternion,
  dimensions: { length: 4, width: 2, height: 1.5 },
})

test('a box says whether it was placed, by whom, is between keyframes, or only stays unchanged', () => {
  const made = placedAt(boxTrack('t', 'car', 1, box(0)), 4, box(3), BY_HAND)
  const track = placedAt(made, 5, box(4), { source: 'propagated', sizeOfFrame: false })
  const words = (of: Track, frame: number) => {
    const { shape: cuboid, keyFrame, source } = cuboidAt(of, frame)!
    return t.of(
      boxWords(
        { trackId: 't', track: of, color: '', cuboid, keyFrame, source, held: false, isUnsure: false, isHollow: false },
        frame,
      ),
    )
  }
  assert.deepEqual(
    [1, 2, 4, 5, 7].map((frame) => words(track, frame)),
    ['Keyframe', 'Interpolated', 'Keyframe', 'Keyframe, propagated', 'As in frame 5'],
  )
  assert.equal(words(stationaryToggledAt(track, 4)!, 7), 'Stationary')
})
