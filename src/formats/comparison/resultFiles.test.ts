import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare } from '../../model/compare/compare.ts'
import { DEFAULT_COMPARE_OPTIONS } from '../../model/compare/compareOptions.ts'
import { comparedFiles } from './resultFiles.ts'

const drive = (...rectangles: object[]) => ({
  type: 'cuboid3d_linked2d',
  data: {
    coordinate_system: { image: { sizes: { front: { width: 200, height: 100 } } } },
    annotation_data: { annotations: rectangles },
  },
})
const onFront = (id: string, left: number) => ({
  _id: id,
  type: 'rectangle',
  track_id: id,
  frame_id: '0',
  sensor_id: 'front',
  label: 'car',
  coordinates: [
    { x: left, y: 0.1 },
    { x: left + 0.2, y: 0.1 },
    { x: left + 0.2, y: 0.3 },
    { x: left, y: 0.3 },
  ],
})

test('boxes on cameras of two documents are measured by the sizes that these name', () => {
  const { a, b, job } = comparedFiles(drive(onFront('1', 0.1), onFront('2', 0.6)), drive(onFront('1', 0.1)))
  const countOf = (from: number, to: number) => {
    const ignore = { labels: [], hidden: false, distanceM: null, areaPx: { from, to }, regions: [] }
    const { rectangles } = compare(a, b, job, { ...DEFAULT_COMPARE_OPTIONS, ignore }).figures
    return [rectangles?.shapes.tp, rectangles?.shapes.onlyA]
  }
  // Each has 40 × 20 pixels.
  assert.deepEqual(
    [countOf(799, 801), countOf(801, 900)],
    [
      [1, 1],
      [0, 0],
    ],
  )
})
