import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { PcdError } from './pcdError.ts'
import { DEFAULT_PCD_LIMITS } from './pcdLimits.ts'
import { PcdReader, readPcd } from './pcdReader.ts'
import { asciiPcd, bytesOf, GOOD_LINES, headerLines, inChunks, joinedBytes } from './pcdSamples.ts'
import { lzfEncode } from './pcdWriter.ts'

/** A file, and what its refusal must say. */
type Bad = [name: string, file: string | Uint8Array, refusal: RegExp]

const withLine = (line: string) => asciiPcd({}, [GOOD_LINES[0], line, GOOD_LINES[2]])
const extra = (line: string) =>
  `${headerLines().slice(0, 5).join('\n')}\n${line}\n${asciiPcd().split('\n').slice(5).join('\n')}`
const uint32 = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer)
const binary = (payload: Uint8Array) => joinedBytes(bytesOf(asciiPcd({ DATA: 'binary' }, [])), payload)
const compressed = (payload: Uint8Array) => joinedBytes(bytesOf(asciiPcd({ DATA: 'binary_compressed' }, [])), payload)
const packed = lzfEncode(new Uint8Array(36))
const floats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer)
const utf16 = (text: string) => Uint8Array.from([0xff, 0xfe, ...[...text].flatMap((c) => [c.charCodeAt(0), 0])])

const HEADERS: Bad[] = [
  ...['VERSION', 'FIELDS', 'SIZE', 'TYPE', 'WIDTH', 'HEIGHT', 'POINTS'].map(
    (word): Bad => [`${word} missing`, asciiPcd({ [word]: undefined }), new RegExp(`${word} is missing`)],
  ),
  ['DATA missing', asciiPcd({ DATA: undefined }), /line 10: "1" is no word|no DATA line/],
  ...['VERSION 0.7', 'FIELDS x y z', 'SIZE 4 4 4', 'TYPE F F F', 'COUNT 1 1 1', 'WIDTH 3', 'HEIGHT 1', 'POINTS 3'].map(
    (line): Bad => [`${line} twice`, extra(line), /is there twice/],
  ),
  ['VIEWPOINT twice', extra('VIEWPOINT 0 0 0 1 0 0 0'), /VIEWPOINT is there twice/],
  ['COLUMNS beside FIELDS', extra('COLUMNS x y z'), /FIELDS is there twice/],
  ...['POINTS', 'WIDTH', 'HEIGHT'].flatMap((word): Bad[] =>
    [
      '-3',
      '3.0',
      '3e0',
      '0x3',
      '',
      'three',
      '3 3',
      '9007199254740993',
      '99999999999999999999',
      '٣',
      '1_0',
      '+3',
      'NaN',
    ].map(
      (value): Bad => [
        `${word} "${value}"`,
        asciiPcd({ [word]: value }),
        new RegExp(`${word} must be one whole number`),
      ],
    ),
  ),
  ['POINTS 0', asciiPcd({ POINTS: '0', WIDTH: '0' }, []), /0 points/],
  ['POINTS 0 of 0 × 5', asciiPcd({ POINTS: '0', WIDTH: '0', HEIGHT: '5' }, []), /0 points/],
  ['POINTS 4 of 3 × 1', asciiPcd({ POINTS: '4' }), /POINTS 4 is not WIDTH 3 × HEIGHT 1/],
  ['POINTS 3 of 3 × 2', asciiPcd({ HEIGHT: '2' }), /is not WIDTH/],
  ['POINTS 2^31 alone', asciiPcd({ POINTS: '2147483648' }), /is not WIDTH/],
  ['POINTS 0 of 65536 × 65536', asciiPcd({ POINTS: '0', WIDTH: '65536', HEIGHT: '65536' }), /is not WIDTH/],
  ['VERSION 0.4', asciiPcd({ VERSION: '0.4' }), /VERSION must be/],
  ['VERSION 7', asciiPcd({ VERSION: '7' }), /VERSION must be/],
  ['VERSION of two words', asciiPcd({ VERSION: '0.7 0.7' }), /VERSION must be/],
  ['FIELDS x y', asciiPcd({ FIELDS: 'x y', SIZE: '4 4', TYPE: 'F F', COUNT: '1 1' }), /FIELDS has no z/],
  ['FIELDS x y y', asciiPcd({ FIELDS: 'x y y' }), /y more than once.*|no z/],
  [
    'FIELDS x X y z',
    asciiPcd({ FIELDS: 'x X y z', SIZE: '4 4 4 4', TYPE: 'F F F F', COUNT: '1 1 1 1' }),
    /x more than once/,
  ],
  ['FIELDS empty', asciiPcd({ FIELDS: '' }), /FIELDS is empty/],
  ['FIELDS with commas', asciiPcd({ FIELDS: 'x,y,z' }), /SIZE has 3 entries, FIELDS has 1/],
  ['SIZE of two', asciiPcd({ SIZE: '4 4' }), /SIZE has 2 entries/],
  ['SIZE 3', asciiPcd({ SIZE: '3 4 4' }), /SIZE of x/],
  ['SIZE -4', asciiPcd({ SIZE: '-4 4 4' }), /SIZE of x/],
  ['SIZE 2 of a float', asciiPcd({ SIZE: '2 4 4' }), /SIZE of x/],
  ['TYPE of four', asciiPcd({ TYPE: 'F F F F' }), /TYPE has 4 entries/],
  ['TYPE D', asciiPcd({ TYPE: 'D F F' }), /TYPE of x/],
  ['TYPE I for x', asciiPcd({ TYPE: 'I F F' }), /x must be one F/],
  ['COUNT 0', asciiPcd({ COUNT: '1 0 1' }), /COUNT of y/],
  ['COUNT 3 for x', asciiPcd({ COUNT: '3 1 1' }), /x must be one F/],
  ['COUNT 999999', asciiPcd({ COUNT: '999999 1 1' }), /at most 65536 bytes/],
  ['COUNT 10^12', asciiPcd({ COUNT: '1000000000000 1 1' }), /COUNT of x/],
  ['VIEWPOINT of 6', asciiPcd({ VIEWPOINT: '0 0 0 1 0 0' }), /VIEWPOINT must be 7/],
  ['VIEWPOINT of 8', asciiPcd({ VIEWPOINT: '0 0 0 1 0 0 0 0' }), /VIEWPOINT must be 7/],
  ['VIEWPOINT of text', asciiPcd({ VIEWPOINT: 'from the roof of the van today' }), /VIEWPOINT must be 7/],
  ['VIEWPOINT with nan', asciiPcd({ VIEWPOINT: '0 0 0 nan 0 0 0' }), /VIEWPOINT must be 7/],
  ['VIEWPOINT with 1e400', asciiPcd({ VIEWPOINT: '1e400 0 0 1 0 0 0' }), /VIEWPOINT must be 7/],
  ['DATA text', asciiPcd({ DATA: 'text' }), /DATA must be/],
  ['DATA of nothing', asciiPcd({ DATA: '' }), /DATA must be/],
  ['DATA glued to a number', asciiPcd({ DATA: 'ascii-1.72 3 4' }), /DATA must be/],
  ['words in small letters', asciiPcd().replace('FIELDS', 'fields'), /"fields" is no word/],
  ['an unknown word', extra('COLOR red'), /"COLOR" is no word/],
  ['a NUL in the header', asciiPcd({ FIELDS: 'x\0 y z' }), /no text of a PCD header/],
  ['a byte order mark', `\uFEFF${asciiPcd()}`, /byte order mark/],
  ['UTF-16', utf16(asciiPcd()), /UTF-16/],
  ['endless comments', `${'# and so on\n'.repeat(10_000)}${asciiPcd()}`, /no DATA line in the first 65536 bytes/],
  ['an endless comment line', `# ${'x'.repeat(5000)}\n${asciiPcd()}`, /line 1: longer than 4096/],
  ['an endless header line', `FIELDS ${'x '.repeat(50_000)}`, /line 1: longer than 4096/],
  ['endless blank lines', '\n'.repeat(70_000), /no DATA line in the first 65536 bytes/],
]

const DATA: Bad[] = [
  ['one line fewer', asciiPcd({}, GOOD_LINES.slice(1)), /ends after 2 of 3 points/],
  ['no lines', asciiPcd({}, []), /ends after 0 of 3 points/],
  ['one line more', asciiPcd({}, [...GOOD_LINES, '1 2 3']), /line 14: more points than the 3/],
  ['2 numbers', withLine('1 2'), /line 12: 2 numbers, 3 are needed/],
  ['4 numbers', withLine('1 2 3 4'), /line 12: more than the 3 numbers/],
  ['a comment behind numbers', withLine('1 2 3 # here'), /line 12: more than the 3/],
  ...[
    '1,5',
    '0x10',
    '1_000',
    '١',
    '1e',
    'e5',
    '1e+',
    '.',
    '-',
    '+',
    '--1',
    '+-1',
    '1.2.3',
    '1f',
    '1d0',
    '1/2',
    '½',
  ].map((word): Bad => [`the number ${word}`, withLine(`0 ${word} 0`), /line 12: .* is not a number/]),
  ...['inf', '-inf', 'Infinity', '1.#INF', 'nanx', 'na', 'null', 'None', 'true', '"1"', 'nan(1)', '\u00a01'].map(
    (word): Bad => [`the word ${word}`, withLine(`0 0 ${word}`), /line 12: .* is not a number/],
  ),
  ...['1e400', '-1e400', '3.5e38', '-3.4028236e38', '1e39', `1${'0'.repeat(39)}`].map(
    (word): Bad => [`overflow ${word.slice(0, 14)}`, withLine(`0 ${word} 0`), /line 12: .*does not fit float32/],
  ),
  ['commas', withLine('1,2,3'), /line 12: "1,2,3" is not a number/],
  ['semicolons', withLine('1;2;3'), /is not a number/],
  ['NUL between numbers', withLine('1\0 2 3'), /is not a number/],
  ['NUL at the end', `${asciiPcd()}\0`, /line 14: more points/],
  ['a line of 4 MB', withLine(`0 0 ${'1'.repeat(4_000_000)}`), /line 12: longer than 4096/],
  ['a line of 5000 spaces', withLine(`0 0 ${' '.repeat(5000)}0`), /line 12: longer than 4096/],
  ['a blank line of 5000 spaces', withLine(`${' '.repeat(5000)}\n0 0 0`), /line 12: longer than 4096/],
  [
    'cut inside a number',
    asciiPcd().slice(0, -'5.25 6\n7 8 nan\n'.length),
    /line 12: 1 numbers.*ends after 2|ends after/,
  ],
  ['line feeds missing', asciiPcd({}, [GOOD_LINES.join(' ')]), /line 11: more than the 3/],
  ['an inf in a binary file', binary(floats(1, 2, 3, 4, Infinity, 6, 7, 8, 9)), /point 1 has a coordinate of Infinity/],
  ['binary data 1 byte short', binary(new Uint8Array(35)), /ends after 2 of 3 points/],
  ['no binary data', binary(new Uint8Array(0)), /ends after 0 of 3 points/],
  ['no compressed data', compressed(new Uint8Array(0)), /before the sizes/],
  ['compressed sizes cut', compressed(new Uint8Array(7)), /before the sizes/],
  ['compressed data cut', compressed(joinedBytes(uint32(packed.length, 36), packed.subarray(0, -1))), /1 bytes before/],
  [
    'compressed size too large',
    compressed(joinedBytes(uint32(0xffffffff, 36), packed)),
    /bytes before its compressed data/,
  ],
  [
    'compressed size too small',
    compressed(joinedBytes(uint32(packed.length - 1, 36), packed)),
    /cut inside a token|unpacks to/,
  ],
  ['compressed size 0', compressed(uint32(0, 36)), /unpacks to 0 of 36/],
  ['unpacked size wrong', compressed(joinedBytes(uint32(packed.length, 37), packed)), /says 37 bytes.* take 36/],
  ['unpacked size 4 GB', compressed(joinedBytes(uint32(packed.length, 0xffffffff), packed)), /says 4294967295 bytes/],
  ['a reference before the begin', compressed(joinedBytes(uint32(2, 36), Uint8Array.of(0x20, 0))), /before its begin/],
  ['a bomb', compressed(joinedBytes(uint32(5, 36), Uint8Array.of(0, 1, 0xe0, 0xff, 0))), /more than 36 bytes/],
  ['too little inside', compressed(joinedBytes(uint32(5, 36), Uint8Array.of(3, 1, 2, 3, 4))), /unpacks to 4 of 36/],
  ['nothing', '', /the file is empty/],
  ['one line feed', '\n', /no DATA line/],
  ['a header alone', headerLines().slice(0, 6).join('\n'), /no DATA line/],
]

const OTHERS: Bad[] = [
  ['an HTML login page', `<!DOCTYPE html><html>${'<p>Please sign in</p>'.repeat(50)}`, /HTML/],
  ['HTML behind blanks', '\n\n  <html><body>', /HTML/],
  ['an S3 error', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', /XML/],
  ['a JSON error', '{"message": "not found"}', /JSON/],
  ['an LFS pointer', 'version https://git-lfs.github.com/spec/v1\noid sha256:83\nsize 3\n', /git-lfs/],
  ['gzip', gzipSync(asciiPcd()), /gzip/],
  ['PNG', joinedBytes(Uint8Array.of(0x89), bytesOf('PNG\r\n'), new Uint8Array(100)), /PNG/],
  ['JPEG', joinedBytes(Uint8Array.of(0xff, 0xd8, 0xff), new Uint8Array(100)), /JPEG/],
  ['PLY', 'ply\nformat ascii 1.0\n', /PLY/],
  ['zeros, as Photo CD begins', new Uint8Array(5000), /longer than 4096/],
  ['bytes of a picture', Uint8Array.of(1, 2, 3, 4, 10, 5, 6), /no text of a PCD header/],
  ['x y z without a header', '1 2 3\n4 5 6\n', /no DATA line/],
]

const CORPUS = [...HEADERS, ...DATA, ...OTHERS]

test('the sample that is spoilt is good', async () => {
  const cloud = await readPcd(bytesOf(asciiPcd()), DEFAULT_PCD_LIMITS)
  assert.deepEqual([...cloud.positions], [1, 2, 3, -4.5, 5.25, 6, 7, 8, Number.NaN])
  const same = await readPcd(compressed(joinedBytes(uint32(packed.length, 36), packed)), DEFAULT_PCD_LIMITS)
  assert.deepEqual([...same.positions], Array(9).fill(0))
})

test('the corpus has at least 100 files', () => assert.ok(CORPUS.length >= 100))

for (const [name, file, refusal] of CORPUS) {
  test(`refused: ${name}`, async () => {
    const bytes = typeof file === 'string' ? bytesOf(file) : file
    const refused = (error: unknown) => {
      assert.ok(error instanceof PcdError, String(error))
      assert.match(error.message, refusal)
      assert.equal(error.tooLarge, false)
      assert.ok(error.problems.length >= 1 && error.problems.length <= 20)
      return true
    }
    await assert.rejects(readPcd(bytes, DEFAULT_PCD_LIMITS), refused)
    await assert.rejects(readPcd(inChunks(bytes, bytes.length > 10_000 ? 997 : 7), DEFAULT_PCD_LIMITS), refused)
  })
}

for (const [name, changes] of [
  ['10^12 points', { POINTS: '1000000000000', WIDTH: '1000000000000' }],
  ['10^12 points as 10^6 × 10^6', { POINTS: '1000000000000', WIDTH: '1000000', HEIGHT: '1000000' }],
  ['2^31 points', { POINTS: '2147483648', WIDTH: '2147483648' }],
  ['65536 × 65536 points', { POINTS: '4294967296', WIDTH: '65536', HEIGHT: '65536' }],
  ['20,000,001 points', { POINTS: '20000001', WIDTH: '20000001' }],
  [
    'binary points of more bytes than a file may have',
    {
      POINTS: '20000000',
      WIDTH: '20000000',
      COUNT: '1 1 1 40',
      SIZE: '4 4 4 4',
      TYPE: 'F F F F',
      FIELDS: 'x y z w',
      DATA: 'binary',
    },
  ],
  [
    'compressed points of 13 GB',
    {
      POINTS: '20000000',
      WIDTH: '20000000',
      COUNT: '1 1 1 160',
      SIZE: '4 4 4 4',
      TYPE: 'F F F F',
      FIELDS: 'x y z w',
      DATA: 'binary_compressed',
    },
  ],
] as const) {
  test(`too large: ${name}`, () => {
    const reader = new PcdReader(DEFAULT_PCD_LIMITS)
    assert.throws(
      () => reader.push(bytesOf(asciiPcd(changes))),
      (error) => error instanceof PcdError && error.tooLarge,
    )
  })
}

test('too large: one byte over the limit, counted while streaming', async () => {
  const bytes = bytesOf(asciiPcd())
  await readPcd(inChunks(bytes, 10), { maxBytes: bytes.length, maxPoints: 3 })
  const tooLarge = (error: unknown) => error instanceof PcdError && error.tooLarge
  await assert.rejects(readPcd(inChunks(bytes, 10), { maxBytes: bytes.length - 1, maxPoints: 3 }), tooLarge)
  await assert.rejects(readPcd(bytes, { maxBytes: 1000, maxPoints: 2 }), tooLarge)
})

test('a header that announces 20 million points takes no memory for them', () => {
  for (const DATA of ['ascii', 'binary', 'binary_compressed']) {
    const reader = new PcdReader(DEFAULT_PCD_LIMITS)
    const before = process.memoryUsage().arrayBuffers
    reader.push(bytesOf(asciiPcd({ POINTS: '20000000', WIDTH: '20000000', DATA }, DATA === 'ascii' ? GOOD_LINES : [])))
    if (DATA === 'binary_compressed')
      reader.push(joinedBytes(uint32(0xfffffff0, 240_000_000), Uint8Array.of(2, 1, 2, 3)))
    else reader.push(bytesOf('1 2 3\n4 5 6\n7 8 9\n'))
    assert.ok(process.memoryUsage().arrayBuffers - before < 3e6, DATA)
    assert.throws(() => reader.end(), PcdError)
  }
})

test('the first 20 faults are reported, each with its line', async () => {
  const lines = Array.from({ length: 500 }, (_, index) => (index % 2 === 0 ? '1 2 3' : '1 two 3'))
  await assert.rejects(
    readPcd(bytesOf(asciiPcd({ POINTS: '500', WIDTH: '500' }, lines)), DEFAULT_PCD_LIMITS),
    (error) => {
      assert.ok(error instanceof PcdError)
      assert.deepEqual(
        error.problems.map((problem) => problem.line),
        Array.from({ length: 20 }, (_, index) => 12 + 2 * index),
      )
      assert.equal(error.problems[0].message, '"two" is not a number')
      return true
    },
  )
})

test('a reader that refused keeps refusing', () => {
  const reader = new PcdReader(DEFAULT_PCD_LIMITS)
  assert.throws(() => reader.push(bytesOf(asciiPcd({ VERSION: '1' }))), PcdError)
  assert.throws(() => reader.push(bytesOf(asciiPcd())), PcdError)
  assert.throws(() => reader.end(), PcdError)
})
