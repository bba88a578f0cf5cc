import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { PcdError } from './pcdError.ts'
import { DEFAULT_PCD_LIMITS } from './pcdLimits.ts'
import { PcdReader, readLabels, readPcd } from './pcdReader.ts'
import { asciiPcd, bytesOf, GOOD_LINES, headerLines, inChunks, joinedBytes } from './pcdSamples.ts'
import { writePcd } from './pcdWriter.ts'

const read = (file: string | Uint8Array) => readPcd(typeof file === 'string' ? bytesOf(file) : file, DEFAULT_PCD_LIMITS)
const good = await read(asciiPcd())

const HARMLESS: [name: string, file: string][] = [
  [
    'comments anywhere',
    `# .PCD\n#\n${asciiPcd({}, ['# first', GOOD_LINES[0], ' # second', ...GOOD_LINES.slice(1), '#'])}`,
  ],
  ['blank lines anywhere', `\n \n${asciiPcd({}, ['', GOOD_LINES[0], '\t', ...GOOD_LINES.slice(1), '', ''])}`],
  ['CRLF', asciiPcd().replaceAll('\n', '\r\n')],
  ['tabs', asciiPcd().replaceAll(' ', '\t')],
  ['several spaces, in front and behind too', asciiPcd().replaceAll(' ', '   ').replaceAll('\n', '  \n  ')],
  ['no line feed at the end', asciiPcd().slice(0, -1)],
  ['numbers in other spellings', asciiPcd({}, ['+1 2. 03.0', '-.45E1 52.5e-1 0.6e+1', '7 8 NaN'])],
  [
    'numbers with many digits',
    asciiPcd({}, ['1.00000000000000000000 2 3', '-4.5 5.25 6', '0000000000000000007 8 nan']),
  ],
  ['-nan, as printf writes it', asciiPcd({}, [...GOOD_LINES.slice(0, 2), '7 8 -nan'])],
  ['another order of the words', [...headerLines().slice(0, -1).reverse(), 'DATA ascii', ...GOOD_LINES].join('\n')],
  ['no COUNT', asciiPcd({ COUNT: undefined })],
  ['fields in other cases', asciiPcd({ FIELDS: 'X y Z' })],
  ['y x z', asciiPcd({ FIELDS: 'y x z' }, ['2 1 3', '5.25 -4.5 6', '8 7 nan'])],
  [
    'other fields between, of several elements',
    asciiPcd(
      { FIELDS: 'n x _ y z', SIZE: '4 4 1 4 4', TYPE: 'F F U F F', COUNT: '3 1 2 1 1' },
      ['0 0 0 1 8 9 2 3', 'nan 0 inf -4.5 8 9 5.25 6', '0 0 0 7 8 9 8 nan'].map((line) => line.replace('inf', '1')),
    ),
  ],
]

for (const [name, file] of HARMLESS) {
  test(`read as if it were written plainly: ${name}`, async () => {
    const { positions, bounds, finiteCount } = await read(file)
    assert.deepEqual(
      { positions, bounds, finiteCount },
      { positions: good.positions, bounds: good.bounds, finiteCount: 2 },
    )
  })
}

for (const version of ['.7', '0.7', '.6', '0.6', '.5', '0.5']) {
  test(`version ${version} without VIEWPOINT`, async () => {
    const cloud = await read(asciiPcd({ VERSION: version, VIEWPOINT: undefined }))
    assert.deepEqual(cloud.positions, good.positions)
    assert.equal(cloud.header.viewpoint, undefined)
  })
}

test('an old file with COLUMNS and without SIZE and TYPE', async () => {
  const old = asciiPcd({ VERSION: '.5', SIZE: undefined, TYPE: undefined, COUNT: undefined, VIEWPOINT: undefined })
  assert.deepEqual((await read(old.replace('FIELDS', 'COLUMNS'))).positions, good.positions)
  await assert.rejects(read(old.replace('.5', '.7')), /SIZE is missing; TYPE is missing/)
  await assert.rejects(read(old.replace('ascii', 'binary')), /SIZE is missing; TYPE is missing/)
})

test('the viewpoint is kept unchanged', async () => {
  const cloud = await read(asciiPcd({ VIEWPOINT: '0.10 -2.  1e3 0.5 .5 0.5 0.5000' }))
  assert.equal(cloud.header.viewpoint, '0.10 -2. 1e3 0.5 .5 0.5 0.5000')
})

test('NaN points keep their place and are in no bounds', () => {
  assert.equal(good.pointCount, 3)
  assert.equal(good.finiteCount, 2)
  assert.deepEqual(good.bounds, { min: [-4.5, 2, 3], max: [1, 5.25, 6] })
})

test('a cloud of NaN alone has no bounds', async () => {
  const cloud = await read(asciiPcd({}, ['nan nan nan', 'nan 1 2', '1 2 NAN']))
  assert.equal(cloud.finiteCount, 0)
  assert.equal(cloud.bounds, undefined)
})

test('intensity and colours of any type are kept', async () => {
  const fields = { FIELDS: 'x y z Intensity RGB', SIZE: '4 4 4 2 4', COUNT: '1 1 1 1 1' }
  const lines = ['1 2 3 7 4.2108e+06', '1 2 3 65535 0', '1 2 3 0 nan']
  const packed = await read(asciiPcd({ ...fields, TYPE: 'F F F U F' }, lines))
  assert.deepEqual([...packed.intensity!], [7, 65535, 0])
  assert.deepEqual([...packed.rgb!], [0x80, 0x80, 0xe0, 0, 0, 0, 0, 0, 0])
  const whole = await read(
    asciiPcd({ ...fields, TYPE: 'F F F U U' }, ['1 2 3 7 16711935', '1 2 3 1 4278190081', '1 2 3 0 0']),
  )
  assert.deepEqual([...whole.rgb!], [255, 0, 255, 0, 0, 1, 0, 0, 0])
})

test('digits that float32 would lose make the positions float64', async () => {
  for (const [line, wide] of [
    ['12.345678 0.000123 99999.5', false],
    ['513248.625 5403656.5 299.519989', false],
    ['513263.312 5403758.5 304.51001', false],
    ['289814.15 4320978.61 170.76', true],
    ['0.5791356657 0 0', true],
    ['16777217 0 0', true],
    ['100000000.0001 0 0', true],
    ['56.11600112915039 3.2920000553131104 2.109999895095825', false],
  ] as const) {
    const { positions } = await read(asciiPcd({ WIDTH: '1', POINTS: '1' }, [line]))
    assert.equal(positions instanceof Float64Array, wide, line)
    const numbers = line.split(' ').map(Number)
    assert.deepEqual([...positions], wide ? numbers : numbers.map(Math.fround))
  }
})

test('up to 1e8 m every number of a text comes back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.double({ min: -1e8, max: 1e8, noNaN: true }), { minLength: 3, maxLength: 3 }),
      async (xyz) => {
        const { positions } = await readPcd(
          bytesOf(
            asciiPcd({ WIDTH: '1', POINTS: '1' }, [
              xyz.map((value) => (Object.is(value, -0) ? '-0' : value)).join(' '),
            ]),
          ),
          DEFAULT_PCD_LIMITS,
        )
        assert.deepEqual([...positions], xyz)
      },
    ),
  )
})

test('wherever chunks are cut, the cloud is the same', async () => {
  const points = {
    positions: Float64Array.from([1.5, 2, 3, 4e5 + 0.1, 5, 6]),
    intensity: Float32Array.of(0.5, 9),
    rgb: new Uint8Array(6).fill(77),
  }
  const files = [
    bytesOf(asciiPcd()),
    ...(['ascii', 'binary', 'binary_compressed'] as const).map((encoding) => writePcd(points, encoding)),
  ]
  for (const file of files) {
    const whole = await read(file)
    for (let cut = 0; cut <= file.length; cut++) {
      const reader = new PcdReader(DEFAULT_PCD_LIMITS)
      reader.push(file.subarray(0, cut))
      reader.push(file.subarray(cut))
      assert.deepEqual(reader.end(), whole, `cut at ${cut}`)
    }
    for (const size of [1, 2, 3, 5, 64])
      assert.deepEqual(await readPcd(inChunks(file, size), DEFAULT_PCD_LIMITS), whole)
  }
})

test('bytes behind a binary payload are padding', async () => {
  const points = { positions: Float32Array.from([1, 2, 3, 4, 5, 6]) }
  for (const encoding of ['binary', 'binary_compressed'] as const) {
    const file = writePcd(points, encoding)
    assert.deepEqual((await read(joinedBytes(file, new Uint8Array(5000).fill(65)))).positions, points.positions)
    await assert.rejects(read(file.subarray(0, -1)), PcdError)
  }
})

test('compressed data may leave out the padding fields of its header, as PCL does', async () => {
  const header = asciiPcd(
    { FIELDS: 'x _ y z', SIZE: '4 1 4 4', TYPE: 'F U F F', COUNT: '1 4 1 1', DATA: 'binary_compressed' },
    [],
  )
  const plain = writePcd({ positions: Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]) }, 'binary_compressed')
  const payload = plain.subarray(new TextDecoder('latin1').decode(plain).indexOf('compressed\n') + 11)
  assert.deepEqual([...(await read(joinedBytes(bytesOf(header), payload))).positions], [1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('padding of COUNT 0 takes no room, as PCL and SUSTechPOINTS write it, in every encoding', async () => {
  const padded = { FIELDS: 'x y z _ intensity _', SIZE: '4 4 4 1 4 1', TYPE: 'F F F U F U', COUNT: '1 1 1 0 1 0' }
  const lines = ['1 2 3 0.5', '4 5 6 1', '7 8 9 0']
  const points = { positions: Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]), intensity: Float32Array.of(0.5, 1, 0) }
  const files = (['binary', 'binary_compressed'] as const).map((encoding) => {
    const plain = writePcd(points, encoding)
    const start = new TextDecoder('latin1').decode(plain).indexOf(`${encoding}\n`) + encoding.length + 1
    return joinedBytes(bytesOf(asciiPcd({ ...padded, DATA: encoding }, [])), plain.subarray(start))
  })
  for (const file of [bytesOf(asciiPcd(padded, lines)), ...files]) {
    const cloud = await readPcd(file, DEFAULT_PCD_LIMITS, 'f32')
    assert.deepEqual([...cloud.positions], [...points.positions])
    assert.deepEqual(cloud.intensity && [...cloud.intensity], [0.5, 1, 0])
    assert.deepEqual(await readPcd(inChunks(file, 7), DEFAULT_PCD_LIMITS, 'f32'), cloud)
  }
})

test('changed bytes never crash or hang the reader: a cloud or a refusal', async () => {
  const points = {
    positions: Float32Array.from({ length: 300 }, (_, index) => (index % 7) * 1.25),
    intensity: new Float32Array(100),
  }
  const files = (['ascii', 'binary', 'binary_compressed'] as const).map((encoding) => writePcd(points, encoding))
  const change = fc.record({ at: fc.nat({ max: 1500 }), byte: fc.nat({ max: 255 }), drop: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      fc.nat({ max: 2000 }),
      async (file, changes, cut) => {
        let bytes = [...file]
        for (const { at, byte, drop } of changes) {
          if (drop) bytes.splice(at, 1)
          else bytes[at % bytes.length] = byte
        }
        bytes = cut > 1800 ? bytes.slice(0, cut - 1800) : bytes
        try {
          const cloud = await read(Uint8Array.from(bytes))
          assert.equal(cloud.positions.length, cloud.pointCount * 3)
          assert.ok(cloud.positions.every((value) => Math.abs(value) < 3.5e38 || Number.isNaN(value)))
        } catch (error) {
          assert.ok(error instanceof PcdError, String(error))
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test('labels are read from any place, type and encoding', async () => {
  const fields = { FIELDS: 'x label_key y z', SIZE: '4 4 4 4', COUNT: '1 1 1 1' }
  for (const TYPE of ['F F F F', 'F U F F', 'F I F F']) {
    const labels = await readLabels(
      bytesOf(asciiPcd({ ...fields, TYPE }, ['0 5 0 0', '0 0 0 0', '0 16777216 0 0'])),
      DEFAULT_PCD_LIMITS,
    )
    assert.deepEqual([...labels], [5, 0, 16777216])
  }
  for (const encoding of ['ascii', 'binary', 'binary_compressed'] as const) {
    const labels = Uint32Array.of(7, 0, 4294967295)
    assert.deepEqual(
      await readLabels(writePcd({ positions: new Float32Array(9), labels }, encoding), DEFAULT_PCD_LIMITS),
      labels,
    )
  }
})

test('labels that are not whole numbers from 0 are refused', async () => {
  const fields = { FIELDS: 'x y z label_key', SIZE: '4 4 4 4', TYPE: 'F F F F', COUNT: '1 1 1 1' }
  for (const word of ['-1', '0.5', 'nan', '1e10', 'car']) {
    const file = bytesOf(asciiPcd(fields, ['0 0 0 1', `0 0 0 ${word}`, '0 0 0 1']))
    await assert.rejects(readLabels(file, DEFAULT_PCD_LIMITS), /line 12/)
  }
  await assert.rejects(readLabels(bytesOf(asciiPcd()), DEFAULT_PCD_LIMITS), /label_key 0 times/)
  await assert.rejects(readLabels(bytesOf(asciiPcd(fields, ['0 0 0 1'])), DEFAULT_PCD_LIMITS), /ends after 1 of 3/)
})
