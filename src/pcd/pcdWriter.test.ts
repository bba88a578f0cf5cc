import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { LzfDecoder, LzfError } from './lzfDecoder.ts'
import { DEFAULT_PCD_LIMITS } from './pcdLimits.ts'
import { readPcd } from './pcdReader.ts'
import { lzfEncode, writePcd } from './pcdWriter.ts'

const float32 = fc.float({ noDefaultInfinity: true, max: Math.fround(3e38), min: Math.fround(-3e38) })
const float64 = fc.double({ noDefaultInfinity: true, max: 3e38, min: -3e38 })
const rows = <T>(element: fc.Arbitrary<T>) =>
  fc.array(fc.tuple(element, element, element), { minLength: 1, maxLength: 40 })
const encoding = fc.constantFrom('ascii' as const, 'binary' as const, 'binary_compressed' as const)

test('a written cloud is read back bit for bit, in every encoding', async () => {
  const positions = fc.oneof(
    rows(float32).map((all) => Float32Array.from(all.flat())),
    rows(float64).map((all) => Float64Array.from(all.flat())),
  )
  await fc.assert(
    fc.asyncProperty(positions, encoding, fc.boolean(), fc.boolean(), async (given, as, withIntensity, withRgb) => {
      const count = given.length / 3
      const intensity = withIntensity ? Float32Array.from({ length: count }, (_, index) => index / 7) : undefined
      const rgb = withRgb ? Uint8Array.from({ length: count * 3 }, (_, index) => (index * 37) % 256) : undefined
      const file = writePcd(
        { positions: given, ...(intensity && { intensity }), ...(rgb && { rgb }), viewpoint: '1 2 3 1 0 0 0' },
        as,
      )
      const cloud = await readPcd(file, DEFAULT_PCD_LIMITS, given instanceof Float64Array ? 'f64' : 'f32')
      assert.deepEqual(cloud.positions, given)
      assert.deepEqual(cloud.intensity, intensity)
      assert.deepEqual(cloud.rgb, rgb)
      assert.equal(cloud.header.viewpoint, '1 2 3 1 0 0 0')
      // Left to itself the reader keeps as much as the values need.
      assert.deepEqual(
        [...(await readPcd(file, DEFAULT_PCD_LIMITS)).positions].map(Math.fround),
        [...given].map(Math.fround),
      )
    }),
    { numRuns: 600 },
  )
})

test('a cloud of several blocks comes back', async () => {
  const positions = Float32Array.from({ length: 3 * 70_000 }, (_, index) => Math.fround(Math.sin(index) * 100))
  const intensity = positions.subarray(0, 70_000)
  for (const as of ['ascii', 'binary', 'binary_compressed'] as const) {
    const cloud = await readPcd(
      writePcd({ positions, intensity, width: 700, height: 100 }, as),
      DEFAULT_PCD_LIMITS,
      'f32',
    )
    assert.ok(Buffer.from(cloud.positions.buffer).equals(Buffer.from(positions.buffer)), as)
    assert.deepEqual(cloud.intensity, intensity)
    assert.deepEqual([cloud.header.width, cloud.header.height], [700, 100])
  }
})

test('a size that is not the number of points is the caller’s mistake', () => {
  assert.throws(() => writePcd({ positions: new Float32Array(9), width: 2 }, 'ascii'), RangeError)
})

function unpacked(packed: Uint8Array, length: number, chunk: number): Uint8Array {
  const out: number[] = []
  const decoder = new LzfDecoder(length, (bytes, start, end) => {
    // Taking less than what is there, as elements that cross a border do.
    const taken = Math.max(start, end - ((end - start) % 8))
    for (const byte of bytes.subarray(start, taken)) out.push(byte)
    rest = bytes.slice(taken, end)
    return taken
  })
  let rest = new Uint8Array(0)
  for (let at = 0; at < packed.length; at += chunk) decoder.push(packed.subarray(at, at + chunk))
  decoder.end()
  return Uint8Array.from([...out, ...rest])
}

test('LZF decompresses to the original bytes for every way to cut the input', () => {
  const runs = fc.array(fc.tuple(fc.uint8Array({ maxLength: 12 }), fc.integer({ min: 1, max: 60 })), { maxLength: 12 })
  fc.assert(
    fc.property(runs, fc.integer({ min: 1, max: 50 }), (parts, chunk) => {
      const input = Uint8Array.from(
        parts.flatMap(([bytes, times]) =>
          Array(times)
            .fill([...bytes])
            .flat(),
        ),
      )
      const packed = lzfEncode(input)
      assert.ok(packed.length <= input.length + Math.ceil(input.length / 32))
      assert.deepEqual(unpacked(packed, input.length, chunk), input)
    }),
  )
  const large = Uint8Array.from({ length: 400_000 }, (_, index) => (index * index) >> 9)
  assert.deepEqual(unpacked(lzfEncode(large), large.length, 1000), large)
})

test('LZF of noise is a result or a refusal', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
      try {
        assert.ok(unpacked(noise, 1000, 100).length <= 1000)
      } catch (error) {
        assert.ok(error instanceof LzfError, String(error))
      }
    }),
    { numRuns: 2000 },
  )
})
