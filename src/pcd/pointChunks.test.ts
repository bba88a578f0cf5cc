import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspectPcd } from './inspectPcd.ts'
import { DEFAULT_PCD_LIMITS } from './pcdLimits.ts'
import { readPcd } from './pcdReader.ts'
import { asciiPcd, bytesOf, inChunks } from './pcdSamples.ts'
import { decodePointChunks, encodePointChunks } from './pointChunks.ts'

const FIELDS = { FIELDS: 'x y z intensity rgb', SIZE: '4 4 4 4 4', TYPE: 'F F F F U', COUNT: '1 1 1 1 1' }
const LINES = ['500000.25 4000000.125 10 0 255', 'nan 1 1 20 65280', '500001.5 4000002.75 12.5 100 16711680']
const originM = { x: 500000, y: 4000000, z: 0 }

const coloured = await readPcd(bytesOf(asciiPcd(FIELDS, LINES)), DEFAULT_PCD_LIMITS)
const plain = await readPcd(bytesOf(asciiPcd()), DEFAULT_PCD_LIMITS)

test('chunks hold the cloud relative to the origin, in its order, NaN kept', () => {
  const chunks = decodePointChunks(encodePointChunks(coloured, originM))
  assert.deepEqual(chunks, {
    pointCount: 3,
    finiteCount: 2,
    originM,
    positions: Float32Array.of(0.25, 0.125, 10, Number.NaN, 1 - 4000000, 1, 1.5, 2.75, 12.5),
    bounds: { min: [0.25, 0.125, 10], max: [1.5, 2.75, 12.5] },
    intensity: Uint8Array.of(0, 51, 255),
    intensityRange: [0, 100],
    rgb: Uint8Array.of(0, 0, 255, 0, 255, 0, 255, 0, 0),
  })
})

test('far coordinates keep their digits: 1 cm at 100,000 km stays 1 cm', async () => {
  const lines = ['100000000.01 0 0', '100000000.02 0 0', '100000000.03 0 0']
  const cloud = await readPcd(bytesOf(asciiPcd({}, lines)), DEFAULT_PCD_LIMITS)
  const { positions } = decodePointChunks(encodePointChunks(cloud, { x: 1e8, y: 0, z: 0 }))
  ;[0.01, 0.02, 0.03].forEach((x, index) => {
    assert.ok(Math.abs(positions[index * 3] - x) < 1e-7)
  })
})

test('chunks without intensity and colour are 80 bytes and 12 a point', () => {
  const bytes = encodePointChunks(plain, { x: 0, y: 0, z: 0 })
  assert.equal(bytes.length, 80 + 3 * 12)
  const chunks = decodePointChunks(bytes)
  assert.deepEqual(chunks.positions, plain.positions)
  assert.equal(chunks.intensity, undefined)
  assert.equal(chunks.rgb, undefined)
})

test('decoding copies nothing, at any place that is a multiple of 4', () => {
  const bytes = encodePointChunks(coloured, originM)
  const shifted = new Uint8Array(bytes.length + 9)
  for (const offset of [0, 4, 8]) {
    shifted.set(bytes, offset)
    const chunks = decodePointChunks(shifted.subarray(offset, offset + bytes.length))
    for (const view of [chunks.positions, chunks.intensity, chunks.rgb]) assert.equal(view?.buffer, shifted.buffer)
    assert.deepEqual(chunks, decodePointChunks(bytes))
  }
  shifted.set(bytes, 1)
  assert.deepEqual(decodePointChunks(shifted.subarray(1, 1 + bytes.length)), decodePointChunks(bytes))
})

test('bytes that are not chunks are refused', () => {
  const bytes = encodePointChunks(coloured, originM)
  const changed = (at: number) => Uint8Array.from(bytes, (byte, place) => (place === at ? byte ^ 0x40 : byte))
  for (const wrong of [
    new Uint8Array(0),
    bytes.subarray(0, 79),
    bytes.subarray(0, -1),
    changed(0),
    changed(4),
    changed(8),
    changed(11),
  ]) {
    assert.throws(() => decodePointChunks(wrong), RangeError)
  }
})

test('a few glaring reflectors do not darken the rest', () => {
  const intensity = Float32Array.from({ length: 1000 }, (_, index) => (index < 5 ? 1e6 : index % 100))
  const cloud = { ...plain, pointCount: 1000, positions: new Float32Array(3000), intensity }
  const chunks = decodePointChunks(encodePointChunks(cloud, originM))
  assert.ok(chunks.intensityRange && chunks.intensityRange[1] < 101)
  assert.equal(chunks.intensity?.[0], 255)
  assert.ok(Math.abs(chunks.intensity[50] - 128) < 5)
})

test('inspecting tells header, counts, bounds and precision', async () => {
  const inspection = await inspectPcd(inChunks(bytesOf(asciiPcd(FIELDS, LINES)), 50), DEFAULT_PCD_LIMITS)
  assert.deepEqual(
    { ...inspection, header: inspection.header?.fields.length },
    {
      accepted: true,
      bytes: asciiPcd(FIELDS, LINES).length,
      header: 5,
      pointCount: 3,
      finiteCount: 2,
      nanCount: 1,
      bounds: { min: [500000.25, 4000000.125, 10], max: [500001.5, 4000002.75, 12.5] },
      precision: 'float64',
      shown: ['intensity', 'rgb'],
      skipped: [],
      problems: [],
    },
  )
})

test('inspecting a bad file tells its faults and does not throw', async () => {
  const inspection = await inspectPcd(bytesOf(asciiPcd({}, ['1 2 3', '1 2', 'a b c'])), DEFAULT_PCD_LIMITS)
  assert.equal(inspection.accepted, false)
  assert.equal(inspection.header?.points, 3)
  assert.deepEqual(inspection.problems, [
    { line: 12, message: '2 numbers, 3 are needed' },
    { line: 13, message: '"a" is not a number' },
  ])
  const large = await inspectPcd(bytesOf(asciiPcd()), { maxBytes: 10, maxPoints: 10 })
  assert.equal(large.tooLarge, true)
})
