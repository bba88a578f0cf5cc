import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GeometryKind } from '../../model/annotationType.ts'
import { CAR } from '../results/testJobs.ts'
import { readSegment } from './shapeAnswer.ts'

/** 8 by 6 pixels: a block from column 2 to 5 and row 1 to 4, and a speck in a corner of another, larger mask. */
const BLOCK = { size: [6, 8], counts: [13, 4, 2, 4, 2, 4, 2, 4, 13] }

function read(geometries: GeometryKind[], answer: Record<string, unknown>) {
  const tag = {
    name: 't',
    annotationType: 'image2d' as const,
    attributes: [],
    review: null,
    instructions: null,
    classes: [{ ...CAR, geometries }],
  }
  return readSegment(answer, { tag, label: CAR.name, frameId: null, newId: () => 'id' }).record
}

test('a mask that is answered for a class of polygons becomes its outline, for one of boxes the box around it', () => {
  const polygon = read(['polygon'], { mask: BLOCK, score: 0.5 })
  assert.equal(polygon.type, 'polygon')
  assert.deepEqual(
    new Set(
      Object.values(polygon.points as Record<string, { x: number; y: number }>).map(({ x, y }) => `${x * 8},${y * 6}`),
    ),
    new Set(['2,1', '6,1', '6,5', '2,5']),
  )
  const box = read(['rectangle'], { mask: BLOCK })
  assert.deepEqual(
    (box.coordinates as { x: number; y: number }[]).map(({ x, y }) => [x * 8, y * 6]),
    [
      [2, 1],
      [6, 1],
      [6, 5],
      [2, 5],
    ],
  )
  assert.equal(read(['mask'], { mask: BLOCK }).type, 'mask')
})

test('the outline of a polygon is the box for a class of boxes; what no class takes is refused with its place', () => {
  const outline = [
    { x: 0.2, y: 0.1 },
    { x: 0.6, y: 0.3 },
    { x: 0.4, y: 0.9 },
  ]
  const { coordinates } = read(['rectangle'], { polygon: outline })
  assert.deepEqual((coordinates as object[])[0], { x: 0.2, y: 0.1 })
  assert.deepEqual((coordinates as object[])[2], { x: 0.6, y: 0.9 })
  assert.throws(() => read(['line'], { polygon: outline }), /polygon: the class car takes line/)
  assert.throws(() => read(['polygon'], { mask: { size: [6, 8], counts: [1, 2] } }), /mask.counts/)
  const endless = Array.from({ length: 20_001 }, (_, i) => ({ x: i / 20_001, y: (i % 7) / 7 }))
  assert.throws(() => read(['polygon'], { polygon: endless }), /polygon: at most 20000 points/)
  assert.throws(() => read(['polygon'], { mask: { size: [0, 0], counts: [] } }), /mask: the class car takes polygon/)
})
