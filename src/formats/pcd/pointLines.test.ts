import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { AsciiPoints } from './asciiPoints.ts'
import { cloudPlan } from './columnPlan.ts'
import { isDecimal } from './decimal.ts'
import { HeaderReader } from './headerReader.ts'
import { PcdError, PcdProblems } from './pcdError.ts'
import { DEFAULT_PCD_LIMITS, MAX_LINE_BYTES } from './pcdLimits.ts'
import { asciiPcd, bytesOf } from './pcdSamples.ts'
import { PointLines, sharedPointLines } from './pointLines.ts'
import { PointStore } from './pointStore.ts'

const pointLines = new PointLines()
const XYZ = { columns: 3, coordinates: 0b111 }

function read(text: string, layout = XYZ, maxLines = 1e6) {
  const bytes = bytesOf(text)
  const lines = pointLines.read(bytes, 0, bytes.length, layout, maxLines)
  return {
    lines,
    rest: text.slice(pointLines.bytesRead),
    numbers: [...pointLines.numbers.slice(0, lines * layout.columns)],
  }
}

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max })
const minus = fc.constantFrom('', '-')
/** A minus, fifteen digits in all, a dot anywhere or nowhere: at most 16 letters behind the minus are not all of them. */
const plain = fc.tuple(minus, digits(1, 14), fc.nat({ max: 15 })).map(([sign, text, place]) => {
  const dotted = place <= text.length ? `${text.slice(0, place)}.${text.slice(place)}` : text
  return sign + dotted
})
const coordinate = fc.oneof(
  plain,
  fc.float({ noNaN: true, noDefaultInfinity: true, min: -300, max: 300 }).map((value) => value.toFixed(6)),
  fc.double({ noNaN: true, min: -1e7, max: 1e7 }).map((value) => value.toFixed(3)),
)
/** Words of every kind: numbers of the grammar that are too long or too odd, and what is no number at all. */
const word = fc.oneof(
  { weight: 12, arbitrary: coordinate },
  { weight: 2, arbitrary: fc.tuple(minus, digits(0, 20), digits(0, 20)).map(([sign, a, b]) => `${sign}${a}.${b}`) },
  fc.double().map(String),
  fc.float({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom(
    'nan',
    'NaN',
    '-nan',
    'nAn',
    '+nan',
    '+1',
    '1e5',
    '-2.5E-3',
    '0',
    '-0',
    '.5',
    '5.',
    '1e39',
    '-4e38',
    '1e400',
  ),
  fc.constantFrom(
    'na',
    'nano',
    '.nan',
    '0nan',
    '--nan',
    '-',
    '.',
    '-.',
    '--1',
    '1-',
    '1.2.3',
    '1,5',
    '12a',
    '0x1',
    '1\u00002',
    '\u0001',
    'é',
    '1e',
    '/',
    ':',
  ),
  fc.string({ unit: fc.constantFrom(...'0123456789.-+eEn#'), minLength: 1, maxLength: 20 }),
)
const blank = fc.oneof(
  { weight: 12, arbitrary: fc.constant(' ') },
  fc.string({ unit: fc.constantFrom(' ', '\t', '\r'), minLength: 1, maxLength: 3 }),
)
const margin = fc.oneof({ weight: 12, arbitrary: fc.constant('') }, fc.constantFrom(' ', '\t ', '\r', '\r\r'))

function line(count: number) {
  return fc
    .tuple(margin, fc.array(fc.tuple(word, blank), { minLength: count - 1, maxLength: count - 1 }), word, margin)
    .map(([before, words, last, behind]) => `${before}${words.flat().join('')}${last}${behind}`)
}

test('every plain decimal is taken, and is the nearest float64', () => {
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 3, maxLength: 3 }), (words) => {
      const { lines, numbers } = read(`${words.join(' ')}\n`)
      assert.equal(lines, 1, words.join(' '))
      for (const [place, text] of words.entries()) {
        assert.ok(Object.is(numbers[place], Number(text)), `${text}: ${numbers[place]}`)
        assert.ok(Object.is(Math.fround(numbers[place]), Math.fround(Number(text))), text)
      }
    }),
    { numRuns: 20_000 },
  )
})

function numberOf(each: string): number {
  if (/^-?nan$/i.test(each)) return Number.NaN
  assert.ok(isDecimal(each), each)
  return Number(each)
}

test('every accepted line holds numbers of the grammar and nothing else, each the nearest float64', () => {
  let taken = 0
  fc.assert(
    fc.property(line(3), (text) => {
      const { lines, numbers } = read(`${text}\n`)
      if (lines === 0) return
      taken++
      const words = text.split(/[ \t\r]+/).filter((each) => each !== '')
      assert.equal(words.length, 3)
      assert.ok(
        words.every((each, place) => Object.is(numbers[place], numberOf(each))),
        text,
      )
    }),
    { numRuns: 20_000 },
  )
  assert.ok(taken > 1000, `${taken} lines were taken`)
})

test('nan is taken in any letters, and needs no float64', () => {
  assert.deepEqual(read('nan NaN -nan\n1 2 NAN\n').numbers, [Number.NaN, Number.NaN, Number.NaN, 1, 2, Number.NaN])
  assert.equal(pointLines.needsFloat64, false)
  for (const left of ['na 1 2\n', '.nan 1 2\n', '1 2 na\n', '1 2 nano\n', '1nan 2 3\n'])
    assert.equal(read(left).lines, 0)
})

test('what stands behind the text decides nothing', () => {
  for (const behind of ['9', '.5', ' 4', '\n', '-', 'e']) {
    assert.deepEqual(read(`1 2 3\n${behind.repeat(40)}`), { lines: 1, rest: behind.repeat(40), numbers: [1, 2, 3] })
  }
})

test('lines are read up to the first that is not plain, and no further than asked', () => {
  const plainLine = '-1.5 .25 3.\n'
  assert.deepEqual(read(`${plainLine}4 5 +6\n${plainLine}`).rest, `4 5 +6\n${plainLine}`)
  assert.deepEqual(read(plainLine.repeat(5), XYZ, 2), {
    lines: 2,
    rest: plainLine.repeat(3),
    numbers: [-1.5, 0.25, 3, -1.5, 0.25, 3],
  })
  for (const left of ['\n', ' \n', '# 1 2\n', '1 2\n', '1 2 3 4\n', '+1 2 3\n', '1 2 3e0\n', '1 2 3;\n', '\v1 2 3\n']) {
    assert.equal(read(left).lines, 0, left)
  }
})

test('a line may be as long as any, and no longer', () => {
  const blanks = (bytes: number) => `1 2${' '.repeat(bytes - 4)}3\n1 2 3\n`
  assert.equal(read(blanks(MAX_LINE_BYTES)).lines, 2)
  assert.equal(read(blanks(MAX_LINE_BYTES + 1)).lines, 0)
})

test('one to 32 columns are read, of which only coordinates decide whether float64 is needed', () => {
  for (const columns of [1, 2, 3, 31, 32]) {
    const words = Array.from({ length: columns }, (_, column) => `${column}.1234567891`)
    const text = `${words.join(' ')}\n`
    for (let column = 0; column < columns; column++) {
      const { numbers } = read(text.repeat(2), { columns, coordinates: 1 << column })
      assert.deepEqual(numbers, [...words, ...words].map(Number))
      assert.equal(pointLines.needsFloat64, true)
    }
    read(text, { columns, coordinates: 0 })
    assert.equal(pointLines.needsFloat64, false)
  }
})

test('more lines than it has room for are read in several goes', () => {
  const text = '1 2 3\n'.repeat(10_000)
  const bytes = bytesOf(text)
  let lines = 0
  for (let at = 0; at < bytes.length; at += pointLines.bytesRead) {
    const more = pointLines.read(bytes, at, bytes.length, XYZ, 1e6)
    assert.ok(more > 0)
    lines += more
  }
  assert.equal(lines, 10_000)
})

/** All that reading this file says, with the kernel or without. */
function outcome(file: string, lines: PointLines | undefined) {
  const problems = new PcdProblems()
  const headerReader = new HeaderReader(DEFAULT_PCD_LIMITS, problems)
  const bytes = bytesOf(file)
  const read = headerReader.push(bytes)
  assert.ok(read)
  const { header, start } = read
  const plan = cloudPlan(header, problems)
  const store = new PointStore(plan.columns)
  const points = new AsciiPoints(header, plan, store, problems, headerReader.lineCount, lines)
  try {
    for (let at = start; at < bytes.length; at += 700) points.push(bytes.subarray(at, at + 700))
    points.end()
  } catch (error) {
    assert.ok(error instanceof PcdError)
    return error.problems
  }
  return {
    ...store.takePositions(header.points, 'auto'),
    intensity: store.takeIntensity(store.columns.intensity ? header.points : 0),
    rgb: store.takeRgb(store.columns.rgb ? header.points : 0),
  }
}

const HEADERS = [
  { FIELDS: 'x y z' },
  { FIELDS: 'z intensity y x rgb', SIZE: '4 4 4 4 4', TYPE: 'F F F F F', COUNT: '1 1 1 1 1' },
  { FIELDS: 'x y n z', SIZE: '4 4 4 4', TYPE: 'F F F F', COUNT: '1 1 2 1' },
]

test('clouds and refusals are the same with and without it, to the last bit and word', () => {
  const files = fc.constantFrom(...HEADERS).chain((fields) => {
    const columns = fields.COUNT?.split(' ').reduce((sum, count) => sum + Number(count), 0) ?? 3
    const plainLine = fc.array(coordinate, { minLength: columns, maxLength: columns }).map((words) => words.join(' '))
    const usual = { weight: 30, arbitrary: plainLine }
    const odd = fc.oneof(line(columns), line(columns), line(columns + 1), fc.constantFrom('', '# 1 2', ' '))
    const lines = fc.oneof(
      fc.array(plainLine, { maxLength: 60 }),
      fc.array(fc.oneof(usual, odd), { maxLength: 60 }),
      fc.array(odd, { maxLength: 8 }),
    )
    return fc
      .tuple(lines, fc.integer({ min: -1, max: 1 }))
      .filter(([all, more]) => all.length + more > 0)
      .map(([all, more]) => asciiPcd({ ...fields, WIDTH: `${all.length + more}`, POINTS: `${all.length + more}` }, all))
  })
  fc.assert(
    fc.property(files, (file) => assert.deepEqual(outcome(file, pointLines), outcome(file, undefined))),
    { numRuns: 3000 },
  )
})

test('a line that is left to the other reader in its middle decides nothing', () => {
  const file = asciiPcd({ WIDTH: '2', POINTS: '2' }, ['0.000 .0 0.000000', '1.401298464324817e-45 0.000000 0.000000'])
  assert.deepEqual(outcome(file, pointLines), outcome(file, undefined))
})

test('a thread has one, and keeps it', () => {
  assert.ok(sharedPointLines() instanceof PointLines)
  assert.equal(sharedPointLines(), sharedPointLines())
})
