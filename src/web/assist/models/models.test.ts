import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DetectorManifest } from '../../../formats/models/manifest.ts'
import { foundBoxes } from './foundBoxes.ts'
import { type MaskPlane, maskShape } from './maskShape.ts'
import { inputTensor, placedPicture } from './placedPicture.ts'

const IMAGE = { widthPx: 200, heightPx: 100 }

test('a picture keeps its proportions at the start or in the middle of the input, or is stretched', () => {
  const size = { width: 64, height: 64 }
  assert.deepEqual(placedPicture(size, IMAGE), { left: 0, top: 0, width: 64, height: 32 })
  assert.deepEqual(placedPicture({ ...size, align: 'center' }, IMAGE), { left: 0, top: 16, width: 64, height: 32 })
  assert.deepEqual(placedPicture({ ...size, resize: 'stretch' }, IMAGE), { left: 0, top: 0, width: 64, height: 64 })
})

test('channels come in the order, layout and normalisation of the manifest; the rest is padding', () => {
  const rgba = new Uint8ClampedArray([255, 0, 51, 255])
  const place = { left: 1, top: 0, width: 1, height: 1 }
  const input = { width: 2, height: 1, mean: [0.5, 0, 0], std: [0.5, 1, 1] }
  const planar = inputTensor(rgba, place, input)
  assert.deepEqual(planar.dims, [1, 3, 1, 2])
  assert.deepEqual([...planar.data], [0, 1, 0, 0, 0, Math.fround(0.2)])
  const mixed = inputTensor(rgba, place, {
    width: 2,
    height: 1,
    layout: 'hwc',
    channels: 'bgr',
    scale: 1,
    padding: 114,
  })
  assert.deepEqual(mixed.dims, [1, 2, 3])
  assert.deepEqual([...mixed.data], [114, 114, 114, 51, 0, 255])
})

/** A square object in the cells 4 to 11, which may cover part of a padded input. */
function plane(part: MaskPlane['part'], side = 16): MaskPlane {
  const values = Float32Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)]
    return x >= 4 && x < 12 && y >= 4 && y < 12 ? 1 : -1
  })
  return { values, width: side, height: side, part, threshold: 0 }
}

test('the pixels that a network marks become a polygon, a mask or a box', () => {
  const whole = plane({ left: 0, top: 0, width: 16, height: 16 })
  const polygon = maskShape(whole, IMAGE, 'polygon', 0.5)
  assert.ok(polygon && 'polygons' in polygon)
  assert.equal(polygon.polygons.length, 1)
  const xs = polygon.polygons[0].map(({ x }) => x)
  assert.ok(Math.abs(Math.min(...xs) - 0.25) < 0.02 && Math.abs(Math.max(...xs) - 0.75) < 0.02)
  const mask = maskShape(whole, IMAGE, 'mask', null)
  assert.ok(mask && 'mask' in mask)
  assert.deepEqual(mask.mask.size, [100, 200])
  assert.equal(
    mask.mask.counts.reduce((sum, run) => sum + run, 0),
    20_000,
  )
  const inside = mask.mask.counts.filter((_, i) => i % 2 === 1).reduce((sum, run) => sum + run, 0)
  assert.ok(Math.abs(inside / 20_000 - 0.25) < 0.02)
  // The picture covers the upper half of the input: the object reaches over half of its height and beyond its edge.
  const padded = maskShape(plane({ left: 0, top: 0, width: 16, height: 8 }), IMAGE, 'box', null)
  assert.ok(padded && 'box' in padded)
  assert.ok(Math.abs(padded.box.top - 0.5) < 0.04)
  assert.equal(padded.box.bottom, 1)
})

test('no pixel above the threshold gives no shape', () => {
  assert.equal(
    maskShape({ ...plane({ left: 0, top: 0, width: 16, height: 16 }), threshold: 2 }, IMAGE, 'mask', 1),
    null,
  )
})

const DETECTOR = {
  kind: 'detector',
  version: '1',
  file: 'a.onnx',
  image: { width: 100, height: 100 },
  labels: { '0': 'car', '1': 'person' },
} as const
const PLACE = { left: 0, top: 0, width: 100, height: 50 }

test('boxes of one class over each other are one, cut at the edge of the picture', () => {
  const manifest: DetectorManifest = { ...DETECTOR, output: { format: 'yolo' } }
  // Features by box: middles, sizes, scores of car and person.
  const boxes = [
    [20, 20, 20, 20, 0.9, 0.1],
    [21, 20, 20, 20, 0.8, 0.1],
    [21, 20, 20, 20, 0.1, 0.7],
    [95, 45, 20, 20, 0.6, 0.1],
    [50, 25, 20, 20, 0.1, 0.2],
  ]
  const data = [0, 1, 2, 3, 4, 5].flatMap((feature) => boxes.map((box) => box[feature]))
  const found = foundBoxes({ output0: { data, dims: [1, 6, 5] } }, manifest, PLACE)
  assert.deepEqual(
    found.map(({ label, score }) => [label, score]),
    [
      ['car', 0.9],
      ['person', 0.7],
      ['car', 0.6],
    ],
  )
  const { left, top, right, bottom } = found[2]
  assert.deepEqual([left, top, right, bottom], [0.85, 0.7, 1, 1])
})

test('lists of boxes, scores and numbers are read; a class without a name is called by its number', () => {
  const manifest: DetectorManifest = { ...DETECTOR, output: { format: 'boxes', units: 'shares' } }
  const outputs = {
    boxes: { data: [0, 0, 0.5, 0.25], dims: [1, 4] },
    scores: { data: [0.9], dims: [1] },
    labels: { data: [7n], dims: [1] },
  }
  assert.deepEqual(foundBoxes(outputs, manifest, PLACE), [
    { left: 0, top: 0, right: 0.5, bottom: 0.5, score: 0.9, label: '#7' },
  ])
})

test('outputs that are not as the manifest says are an error that names them', () => {
  const yolo: DetectorManifest = { ...DETECTOR, output: { format: 'yolo' } }
  assert.throws(() => foundBoxes({ out: { data: [1, 2], dims: [1, 2] } }, yolo, PLACE), /1 × 2/)
  const boxes: DetectorManifest = { ...DETECTOR, output: { format: 'boxes' } }
  assert.throws(() => foundBoxes({ out: { data: [], dims: [0] } }, boxes, PLACE), /no output boxes: the model has out/)
})
