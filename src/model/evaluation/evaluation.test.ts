import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIDAR, record } from '../../../test/comparedRecords.ts'
import type { SolidShape } from '../compare/comparedRecord.ts'
import { DEFAULT_COMPARE_OPTIONS } from '../compare/compareOptions.ts'
import { Evaluation } from './evaluation.ts'

const SOLID: SolidShape = {
  type: 'solid',
  cuboid: {
    position: { x: 1, y: 2, z: 0 },
    heading: { w: 1, x: 0, y: 0, z: 0 },
    dimensions: { length: 4, width: 2, height: 1.5 },
  },
}

test('the later of two equal scores counts first, as in nuScenes, whichever frames the truth has', () => {
  const evaluation = new Evaluation(DEFAULT_COMPARE_OPTIONS)
  evaluation.add({
    job: LIDAR,
    truth: [record('t', SOLID, { frame: 1 })],
    found: [record('wrong', SOLID, { frame: 0 }), record('right', SOLID, { frame: 1 })],
    scoreOf: () => 0.5,
  })
  // Precision 1 up to the last recall; 0 at first in the other order.
  assert.ok((evaluation.figures().space?.map ?? 0) > 0.99)
})
