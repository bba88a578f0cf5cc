import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeLabelledPcd } from './labelledPcd.ts'
import { PcdError } from './pcdError.ts'
import { DEFAULT_PCD_LIMITS, type PcdLimits, WRITTEN_PCD_LIMITS } from './pcdLimits.ts'
import { readLabels } from './pcdReader.ts'
import { asciiPcd, bytesOf, GOOD_LINES, inChunks } from './pcdSamples.ts'
import { writePcd } from './pcdWriter.ts'

const root = process.env.FIDUCIAL_FIXTURES ?? join(import.meta.dirname, '../../../../shared/fixtures')
const job = join(root, 'jobs/seg_terrain_samp41')
const skip = existsSync(job) ? false : 'the fixtures are not here'

async function labelled(
  file: string | Uint8Array,
  labels: number[] | Uint32Array,
  chunk = 7,
  limits: PcdLimits = DEFAULT_PCD_LIMITS,
): Promise<string> {
  const bytes = typeof file === 'string' ? bytesOf(file) : file
  const parts: Uint8Array[] = []
  for await (const part of writeLabelledPcd(inChunks(bytes, chunk), Uint32Array.from(labels), limits)) parts.push(part)
  return Buffer.concat(parts).toString()
}

const HEADER = `# .PCD v0.7 - Point Cloud Data file format
VERSION 0.7
FIELDS x y z label_key
SIZE 4 4 4 4
TYPE F F F F
COUNT 1 1 1 1
WIDTH 3
HEIGHT 1
VIEWPOINT 0 0 0 1 0 0 0
POINTS 3
DATA ascii
`

test('the fixture gives its expected file, byte for byte', { skip }, async () => {
  const expected = readFileSync(join(job, 'expected.pcd'))
  const labels = await readLabels(expected, DEFAULT_PCD_LIMITS)
  for (const chunk of [1000, 65536, 1 << 20]) {
    assert.ok((await labelled(readFileSync(join(job, 'files/lidar.pcd')), labels, chunk)) === expected.toString())
  }
})

test('the letters of an ASCII file are kept, everything around them is corrected', async () => {
  const file = asciiPcd(
    {
      FIELDS: 'i z y x n',
      SIZE: '1 4 4 8 4',
      TYPE: 'U F F F F',
      COUNT: '1 1 1 1 2',
      VERSION: '.6',
      VIEWPOINT: undefined,
    },
    ['# comment', '9 3.000 +2 1e0 0 0', '', '9  -0.10\t.5 \t 4320978.610 0 0\r', ' 9 NaN -nan 1. 0 0'],
  )
  const expected = `${HEADER}1e0 +2 3.000 0\n4320978.610 .5 -0.10 12\n1. -nan NaN 16777216\n`
  for (const chunk of [1, 2, 7, 100, 10_000]) assert.equal(await labelled(file, [0, 12, 16777216], chunk), expected)
  assert.equal(await labelled(file.slice(0, -1), [0, 12, 16777216]), expected)
})

test('WIDTH, HEIGHT and VIEWPOINT are the input’s', async () => {
  const text = await labelled(asciiPcd({ WIDTH: '1', HEIGHT: '3', VIEWPOINT: '0.10  2 3 0.5 .5 .5 .50' }), [1, 2, 3])
  assert.match(text, /\nWIDTH 1\nHEIGHT 3\nVIEWPOINT 0\.10 2 3 0\.5 \.5 \.5 \.50\nPOINTS 3\n/)
})

test('binary input is written with the fewest digits that give the same numbers', async () => {
  for (const encoding of ['binary', 'binary_compressed'] as const) {
    const float32 = writePcd(
      { positions: Float32Array.of(0.1, -2.5, 1e-9, Number.NaN, 513248.625, 3e20, 1, 16777216, -0) },
      encoding,
    )
    assert.equal(
      await labelled(float32, [1, 2, 3]),
      `${HEADER}0.1 -2.5 1e-9 1\nnan 513248.63 300000000000000000000 2\n1 16777216 -0 3\n`,
    )
    const float64 = writePcd(
      { positions: Float64Array.of(0.1, 4320978.61, 1 / 3, Math.fround(0.1), 0, 0, 0, 0, Number.NaN) },
      encoding,
    )
    assert.equal(
      await labelled(float64, [1, 2, 3], 64),
      `${HEADER}0.1 4320978.61 0.3333333333333333 1\n0.10000000149011612 0 0 2\n0 0 nan 3\n`,
    )
  }
})

test('many points are written in many pieces', async () => {
  const count = 50_000
  const positions = Float32Array.from({ length: count * 3 }, (_, index) => Math.fround(index / 7))
  const labels = Uint32Array.from({ length: count }, (_, index) => index % 50)
  const ascii = await labelled(writePcd({ positions }, 'ascii'), labels, 1 << 16)
  assert.equal(await labelled(writePcd({ positions }, 'binary_compressed'), labels, 1 << 16), ascii)
  assert.deepEqual(await readLabels(bytesOf(ascii), DEFAULT_PCD_LIMITS), labels)
})

test('labels that do not fit the points are the caller’s mistake', async () => {
  await assert.rejects(labelled(asciiPcd(), [1, 2]), RangeError)
  await assert.rejects(labelled(asciiPcd(), [1, 2, 3, 4]), RangeError)
  await assert.rejects(labelled(asciiPcd(), [1, 2, 2 ** 24 + 1]), RangeError)
  const negative = writeLabelledPcd(inChunks(bytesOf(asciiPcd()), 100), Int32Array.of(1, -1, 1), DEFAULT_PCD_LIMITS)
  await assert.rejects(negative.next(), RangeError)
})

test('a file that is not a good cloud is refused', async () => {
  for (const [file, refusal] of [
    [asciiPcd({ POINTS: '4' }), /POINTS 4/],
    [asciiPcd({}, GOOD_LINES.slice(1)), /ends after 2/],
    [asciiPcd({}, [...GOOD_LINES, '1 2 3']), /line 14: more points/],
    [asciiPcd({}, ['1 2', ...GOOD_LINES.slice(1)]), /line 11: 2 numbers/],
    [asciiPcd({}, ['1 2 3 4', ...GOOD_LINES.slice(1)]), /line 11: 4 numbers/],
    [asciiPcd({}, ['1 2\u0001 3', ...GOOD_LINES.slice(1)]), /line 11: a control byte/],
    [asciiPcd({}, [`1 2 ${'3'.repeat(5000)}`, ...GOOD_LINES.slice(1)]), /line 11: longer/],
    [asciiPcd({ FIELDS: 'x y w' }), /no z/],
    ['', /empty/],
    ['VERSION 0.7', /no DATA/],
  ] as const) {
    await assert.rejects(
      labelled(file, [1, 2, 3]),
      (error) => error instanceof PcdError && refusal.test(error.message),
      String(refusal),
    )
  }
  const small = { maxBytes: 100, maxPoints: 10 }
  await assert.rejects(
    labelled(asciiPcd(), [1, 2, 3], 7, small),
    (error) => error instanceof PcdError && error.tooLarge,
  )
})

test('the result of the largest cloud is within the limits of those who read it', async () => {
  const points = 1000
  // Below 1e21 all digits are written.
  const binary = writePcd({ positions: new Float32Array(points * 3).fill(-1.2345679e20) }, 'binary')
  const text = await labelled(binary, Array(points).fill(2 ** 24))
  const growth = (text.length - HEADER.length) / points
  const { maxBytes, maxPoints } = WRITTEN_PCD_LIMITS
  assert.ok(growth * maxPoints <= maxBytes, `${growth} bytes a point`)
  assert.ok(growth * maxPoints > DEFAULT_PCD_LIMITS.maxBytes)
})
