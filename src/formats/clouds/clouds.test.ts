import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PcdError } from '../../pcd/pcdError.ts'
import { DEFAULT_PCD_LIMITS, type PcdLimits } from '../../pcd/pcdLimits.ts'
import { type PcdCloud, readPcd } from '../../pcd/pcdReader.ts'
import { cloudForm, pcdOfCloud } from './cloudFile.ts'
import type { PointLayout } from './pointLayout.ts'

interface Reading {
  layout?: PointLayout
  limits?: Partial<PcdLimits>
  /** Bytes of each chunk that arrives. */
  chunk?: number
}

async function read(bytes: Uint8Array, { layout, limits = {}, chunk = bytes.length }: Reading = {}): Promise<PcdCloud> {
  const form = cloudForm(bytes, layout ?? null)
  assert.ok(form !== 'pcd' && form !== 'laz', `taken for ${form}`)
  const file = { form, bytes: chunks(bytes, chunk), sizeBytes: bytes.length, layout: layout ?? null }
  return readPcd(pcdOfCloud(file, { ...DEFAULT_PCD_LIMITS, ...limits }), DEFAULT_PCD_LIMITS)
}

async function* chunks(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += Math.max(length, 1)) yield bytes.subarray(at, at + length)
}

const refused = (bytes: Uint8Array, message: RegExp, reading: Reading = {}) =>
  assert.rejects(read(bytes, reading), (error) => {
    assert.ok(error instanceof PcdError, String(error))
    assert.match(error.message, message)
    return true
  })

/** Bytes of numbers, each `[type, value]`, in one byte order. */
function numbers(parts: readonly (readonly [string, number])[], isLittleEndian = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(parts.reduce((sum, [type]) => sum + Number(type[1]), 0)))
  let at = 0
  for (const [type, value] of parts) {
    if (type === 'f4') view.setFloat32(at, value, isLittleEndian)
    else if (type === 'f8') view.setFloat64(at, value, isLittleEndian)
    else if (type === 'u1') view.setUint8(at, value)
    else if (type === 'u2') view.setUint16(at, value, isLittleEndian)
    else view.setInt32(at, value, isLittleEndian)
    at += Number(type[1])
  }
  return new Uint8Array(view.buffer)
}

const text = (value: string): Uint8Array => Uint8Array.from(value, (character) => character.charCodeAt(0))
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

const PLY_ASCII = text(
  [
    'ply',
    'format ascii 1.0',
    'comment made by hand',
    'element camera 1',
    'property float focal',
    'element vertex 3',
    'property float x',
    'property double y',
    'property float z',
    'property uchar red',
    'property uchar green',
    'property uchar blue',
    'property float Intensity',
    'element face 1',
    'property list uchar int vertex_indices',
    'end_header',
    '0.5',
    '1.1 2000000.0000001 -3 255 128 0 0.25',
    'nan nan nan 0 0 0 0',
    '4e-3 5 6 1 2 3 7',
    '3 0 1 2',
    '',
  ].join('\n'),
)

test('an ASCII PLY gives its vertices in their order, with colours and intensity', async () => {
  for (const chunk of [1, 7, 4096]) {
    const cloud = await read(PLY_ASCII, { chunk })
    assert.deepEqual([...cloud.positions], [1.1, 2000000.0000001, -3, NaN, NaN, NaN, 0.004, 5, 6])
    assert.deepEqual([...cloud.rgb!], [255, 128, 0, 0, 0, 0, 1, 2, 3])
    assert.deepEqual([...cloud.intensity!], [0.25, 0, 7])
  }
})

const plyHeader = (format: string, elements: string) => text(`ply\nformat ${format} 1.0\n${elements}end_header\n`)
const XYZ = 'property float x\nproperty float y\nproperty double z\n'

test('a binary PLY is read in both byte orders, past elements with lists before the vertices', async () => {
  for (const [format, isLittle] of [
    ['binary_little_endian', true],
    ['binary_big_endian', false],
  ] as const) {
    const faces = numbers(
      [
        ['u1', 2],
        ['i4', 7],
        ['i4', 8],
        ['u1', 0],
      ],
      isLittle,
    )
    const vertices = numbers(
      [
        ['f4', 1.5],
        ['f4', -2],
        ['f8', 1 / 3],
        ['f4', 4],
        ['f4', 5],
        ['f8', 6],
      ],
      isLittle,
    )
    const header = plyHeader(format, `element face 2\nproperty list uchar int i\nelement vertex 2\n${XYZ}`)
    const cloud = await read(joined(header, faces, vertices), { chunk: 3 })
    assert.deepEqual([...cloud.positions], [1.5, -2, 1 / 3, 4, 5, 6])
  }
})

test('a fault in a PLY file is reported with its line or byte', async () => {
  const ascii = (rows: string, count = 2) => joined(plyHeader('ascii', `element vertex ${count}\n${XYZ}`), text(rows))
  await refused(ascii('1 2 3\n4 five 6\n'), /^line 9: "five" is not a number$/)
  await refused(ascii('1 2 3\n'), /^line 9: the file ends after 1 of 2 points$/)
  await refused(ascii('1 2 3\n4 5\n'), /^line 9: expected 3 numbers, found 2$/)
  await refused(ascii('', 0), /0 points/)
  await refused(ascii('', 1_000_000_000), /^1000000000 points, at most 20000000/)
  await refused(text('ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n'), /has y 0 times/)
  await refused(text('ply\nformat text 1.0\nend_header\n'), /^line 2: expected format ascii/)
  await refused(text('ply\nformat ascii 1.0\nelement vertex 1\nproperty half x\n'), /^line 4: expected "property/)
  await refused(text('ply\nformat ascii 1.0\n'), /^line 3: the file ends within its header/)
  const binary = joined(plyHeader('binary_little_endian', `element vertex 2\n${XYZ}`), new Uint8Array(20))
  await refused(binary, /^byte \d+: the file ends after 1 of 2 points$/)
})

/** A LAS file of point format 3 with two points. */
function lasFile({ minor = 2, colour = 65_535 } = {}): Uint8Array {
  const headerBytes = minor === 4 ? 375 : 227
  const pointsAt = headerBytes + 10
  const bytes = new Uint8Array(pointsAt + 2 * 34)
  const view = new DataView(bytes.buffer)
  bytes.set(text('LASF'))
  bytes.set([1, minor], 24)
  view.setUint16(94, headerBytes, true)
  view.setUint32(96, pointsAt, true)
  bytes[104] = 3
  view.setUint16(105, 34, true)
  if (minor === 4) view.setBigUint64(247, 2n, true)
  else view.setUint32(107, 2, true)
  for (let axis = 0; axis < 3; axis++) {
    view.setFloat64(131 + 8 * axis, 0.001, true)
    view.setFloat64(155 + 8 * axis, 500_000, true)
  }
  for (const [row, steps] of [
    [1, 2, 3],
    [-1000, 0, 7],
  ].entries()) {
    const at = pointsAt + 34 * row
    for (const [axis, step] of steps.entries()) view.setInt32(at + 4 * axis, step, true)
    view.setUint16(at + 12, 300 + row, true)
    view.setUint16(at + 28, colour, true)
  }
  return bytes
}

test('a LAS file gives X × scale + offset in float64, its intensity and its colours', async () => {
  for (const minor of [2, 4]) {
    const cloud = await read(lasFile({ minor }), { chunk: 11 })
    const at = (step: number) => step * 0.001 + 500_000
    assert.deepEqual([...cloud.positions], [1, 2, 3, -1000, 0, 7].map(at))
    assert.deepEqual([...cloud.intensity!], [300, 301])
    assert.deepEqual([...cloud.rgb!.subarray(0, 3)], [255, 0, 0])
  }
})

test('colours of a LAS file that were written with 8 bits are not shown black', async () => {
  const cloud = await read(lasFile({ colour: 200 }))
  assert.deepEqual([...cloud.rgb!.subarray(0, 3)], [200, 0, 0])
})

test('a fault in a LAS file is reported with its byte', async () => {
  const changed = (at: number, ...values: number[]) => {
    const bytes = lasFile()
    bytes.set(values, at)
    return bytes
  }
  await refused(changed(24, 2), /^byte 24: expected LAS 1\.0 to 1\.4, found 2\.2$/)
  await refused(changed(104, 11), /^byte 104: expected a point format from 0 to 10, found 11$/)
  await refused(changed(105, 20, 0), /^byte 105: points of 20 bytes, format 3 has at least 34$/)
  await refused(changed(107, 255, 255, 255, 255), /^4294967295 points, at most/)
  await refused(changed(131, 0, 0, 0, 0, 0, 0, 0, 0), /^byte 131: a scale of 0$/)
  await refused(lasFile().subarray(0, -1), /the file ends after 1 of 2 points$/)
})

function npyFile(descr: string, shape: string, data: Uint8Array, { fortran = 'False', version = 1 } = {}): Uint8Array {
  const dictionary = text(`{'descr': ${descr}, 'fortran_order': ${fortran}, 'shape': ${shape}, }\n`)
  const length = version === 1 ? [dictionary.length & 255, dictionary.length >> 8] : [dictionary.length, 0, 0, 0]
  return joined(text('\x93NUMPY'), Uint8Array.from([version, 0, ...length]), dictionary, data)
}

const floats = (values: readonly number[], isLittle = true) =>
  numbers(
    values.map((value) => ['f4', value] as const),
    isLittle,
  )

test('a NumPy array of N rows gives x y z and the intensity, in both byte orders and in Fortran order', async () => {
  const rows = [1, 2, 3, 0.5, 4, 5, 6, 0.25]
  const columns = [1, 4, 2, 5, 3, 6, 0.5, 0.25]
  for (const bytes of [
    npyFile("'<f4'", '(2, 4)', floats(rows)),
    npyFile("'>f4'", '(2, 4)', floats(rows, false), { version: 2 }),
    npyFile("'<f4'", '(2, 4)', floats(columns), { fortran: 'True', version: 3 }),
  ]) {
    const cloud = await read(bytes, { chunk: 5 })
    assert.deepEqual([...cloud.positions], [1, 2, 3, 4, 5, 6])
    assert.deepEqual([...cloud.intensity!], [0.5, 0.25])
  }
})

test('a structured NumPy array is read by the names of its fields, past what is between them', async () => {
  const descr = "[('ring', '<u2'), ('Z', '<f8'), ('', '|V4'), ('x', '<f4'), ('y', '<f4'), ('more', '<f4', (2,))]"
  const row = (x: number, y: number, z: number) =>
    numbers([
      ['u2', 9],
      ['f8', z],
      ['i4', 0],
      ['f4', x],
      ['f4', y],
      ['f4', 0],
      ['f4', 0],
    ]) // prettier-ignore
  const cloud = await read(npyFile(descr, '(2,)', joined(row(1, 2, 1 / 3), row(4, 5, 6))))
  assert.deepEqual([...cloud.positions], [1, 2, 1 / 3, 4, 5, 6])
})

test('a fault in a NumPy array is reported', async () => {
  await refused(npyFile("'|O'", '(2, 3)', new Uint8Array(48)), /array of objects/)
  await refused(npyFile("'<f4'", '(6,)', floats([1, 2, 3, 4, 5, 6])), /shape \(N, 3 or more\), found \(6\)/)
  await refused(npyFile("'<f4'", '(2, 2)', floats([1, 2, 3, 4])), /shape \(N, 3 or more\), found \(2, 2\)/)
  await refused(npyFile("'<c8'", '(2, 3)', new Uint8Array(48)), /descr "<c8" is not a number type/)
  await refused(npyFile("[('x', '<f4'), ('y', '<f4')]", '(1,)', new Uint8Array(8)), /descr has no number z/)
  await refused(npyFile("'<f4'", '(2, 3)', floats([1, 2, 3, 4, 5])), /the file ends after 1 of 2 points$/)
  const fortran = npyFile("'<f4'", '(2, 3)', floats([1, 2, 3, 4, 5]), { fortran: 'True' })
  await refused(fortran, /the file ends after 20 of 24 bytes/)
  await refused(npyFile("'<f4'", '(1000000000, 3)', new Uint8Array(12)), /^1000000000 points/)
  await refused(npyFile("'<f4'", `(${'('.repeat(40)}`, new Uint8Array()), /nested too deeply/)
})

const KITTI: PointLayout = { fields: ['x', 'y', 'z', 'intensity'], type: 'float32' }

test('raw numbers are read as their layout says', async () => {
  const cloud = await read(floats([1, 2, 3, 0.5, 4, 5, 6, 0.25]), { layout: KITTI, chunk: 3 })
  assert.deepEqual([...cloud.positions], [1, 2, 3, 4, 5, 6])
  assert.deepEqual([...cloud.intensity!], [0.5, 0.25])
  const doubles = numbers([
    ['f8', 1 / 3],
    ['f8', 9],
    ['f8', 2],
    ['f8', 3],
  ]) // prettier-ignore
  const turned = await read(doubles, { layout: { fields: ['z', 'ring', 'x', 'y'], type: 'float64' } })
  assert.deepEqual([...turned.positions], [2, 3, 1 / 3])
  await refused(floats([1, 2, 3, 4, 5]), /^byte 16: expected a multiple of 16 bytes .* found 20 bytes$/, {
    layout: KITTI,
  })
})

test('the header of a file overrides a layout', () => {
  assert.equal(cloudForm(PLY_ASCII, KITTI), 'ply')
  assert.equal(cloudForm(lasFile(), KITTI), 'las')
  for (const start of [
    '# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7',
    'VERSION .7\n',
    '# hello\nVERSION .7\n',
  ])
    assert.equal(cloudForm(text(start), KITTI), 'pcd', start)
  assert.equal(cloudForm(floats([1, 2, 3, 4]), KITTI), 'raw')
  assert.equal(cloudForm(text('#\x80\x01\x02####'), KITTI), 'raw')
  assert.equal(cloudForm(floats([1, 2, 3, 4]), null), 'pcd')
})

test('a file that is cut anywhere is refused with a reason, unless only data after its points is missing', async () => {
  const whole = await read(PLY_ASCII)
  const files = [PLY_ASCII, lasFile(), npyFile("'<f4'", '(2, 3)', floats([1, 2, 3, 4, 5, 6]))]
  for (const bytes of files) {
    for (let length = 13; length < bytes.length; length++) {
      try {
        const cloud = await read(bytes.subarray(0, length))
        assert.equal(cloud.pointCount, whole.pointCount)
      } catch (error) {
        assert.ok(error instanceof PcdError, `${length}: ${error}`)
      }
    }
  }
})
