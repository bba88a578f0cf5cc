import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelRunsOf } from '../../../model/document/operations/labelRuns.ts'
import type { PickRules, PointCluster } from '../../view3d/pointPicker.ts'
import type { ViewCamera } from '../../view3d/viewCamera.ts'
import { PickerHost } from './pickerHost.ts'

const LOOKOUT: ViewCamera = {
  eye: { x: 0, y: 0, z: 10 },
  right: { x: 1, y: 0, z: 0 },
  up: { x: 0, y: 1, z: 0 },
  forward: { x: 0, y: 0, z: -1 },
  projection: { kind: 'orthographic', metresPerPx: 0.05 },
  widthPx: 100,
  heightPx: 100,
  nearM: 0.1,
  farM: 100,
}
const RULES: PickRules = {
  takes: Uint8Array.of(1, 1),
  shows: Uint8Array.of(1, 1),
  visibleOnly: true,
  heightsM: null,
  crop: null,
}
const LOWER = 1600

/** Two sheets of 40 × 40 points over one another, seen from above; the lower one comes first. */
function host() {
  const sheet = (z: number) =>
    Array.from({ length: LOWER }, (_, i) => [((i % 40) - 19.5) * 0.1, (Math.floor(i / 40) - 19.5) * 0.1, z])
  const made = new PickerHost()
  const relativeFromCloud = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  made.take({ kind: 'cloud', pointCount: 2 * LOWER, relativeFromCloud })
  made.take({ kind: 'positions', at: 0, part: Float32Array.from([...sheet(0), ...sheet(2)].flat()) })
  return made
}

/** How many of the lower and the upper sheet the middle of the view holds. */
function seen(made: PickerHost, rules: PickRules, viewCamera = LOOKOUT): [lower: number, upper: number] {
  made.answer({ kind: 'begin', surface: { kind: 'view', viewCamera, pointSizePx: 3 }, rules })
  const corners = [
    { x: 30, y: 30 },
    { x: 70, y: 30 },
    { x: 70, y: 70 },
    { x: 30, y: 70 },
  ]
  const found = made.answer({ kind: 'polygon', corners }) as Uint32Array
  return [found.filter((i) => i < LOWER).length, found.filter((i) => i >= LOWER).length]
}

test('occlusion is computed again when labels, visibility, limits or the view change', () => {
  const made = host()
  assert.deepEqual(seen(made, RULES), [0, 400])
  assert.deepEqual(seen(made, RULES), [0, 400])
  made.take({
    kind: 'labels',
    runs: labelRunsOf(
      Array.from({ length: LOWER }, (_, i) => LOWER + i),
      9,
    ),
    slotOf: new Map([[9, 1]]),
  })
  assert.deepEqual(seen(made, RULES), [0, 400])
  const withoutUpper = { ...RULES, shows: Uint8Array.of(1, 0) }
  assert.deepEqual(seen(made, withoutUpper), [400, 0])
  made.take({
    kind: 'labels',
    runs: labelRunsOf(
      Array.from({ length: 2 * LOWER }, (_, i) => i),
      0,
    ),
    slotOf: new Map([[0, 0]]),
  })
  assert.deepEqual(seen(made, withoutUpper), [0, 400])
  assert.deepEqual(seen(made, { ...RULES, heightsM: [-1, 1] }), [400, 0])
  assert.deepEqual(seen(made, RULES, { ...LOOKOUT, eye: { x: 0, y: 0, z: 1.5 } }), [400, 0])
})

test('the remaining points come cluster by cluster, and none twice before all had their turn', () => {
  const made = new PickerHost()
  const relativeFromCloud = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  // Heaps of 40, 30 and 20 points, and a lone one far away.
  const heap = (x: number, count: number) => Array.from({ length: count }, (_, i) => [x + 0.01 * i, 0, 0])
  const points = [...heap(0, 40), ...heap(5, 30), ...heap(-5, 20), [500, 0, 0]]
  made.take({ kind: 'cloud', pointCount: points.length, relativeFromCloud })
  made.take({ kind: 'positions', at: 0, part: Float32Array.from(points.flat()) })
  const next = () => {
    const found = made.answer({ kind: 'nextCluster', from: { x: 0, y: 0, z: 0 }, rules: RULES }) as PointCluster | null
    return found?.indices.length ?? 0
  }
  assert.deepEqual([next(), next(), next(), next()], [40, 30, 20, 1])
  assert.deepEqual([next(), next()], [40, 30], 'and round again')
  const all = labelRunsOf([...points.keys()], 9)
  made.take({ kind: 'labels', runs: all, slotOf: new Map([[9, 1]]) })
  const rules = { ...RULES, takes: Uint8Array.of(1, 0) }
  assert.equal(made.answer({ kind: 'nextCluster', from: { x: 0, y: 0, z: 0 }, rules }), null)
})
