import { isDecimal } from './decimal.ts'
import { PcdError, type PcdProblems } from './pcdError.ts'
import { MAX_POINT_BYTES, MAX_UNPACKED_RATIO, type PcdLimits } from './pcdLimits.ts'

export type PcdEncoding = 'ascii' | 'binary' | 'binary_compressed'

export interface PcdField {
  name: string
  /** Bytes of one element. */
  size: number
  type: 'F' | 'I' | 'U'
  /** Elements a point. */
  count: number
}

export interface PcdHeader {
  version: '0.5' | '0.6' | '0.7'
  fields: PcdField[]
  width: number
  height: number
  /** The seven numbers as written, separated by single spaces; absent if the file has none (.5, .6). */
  viewpoint?: string
  points: number
  encoding: PcdEncoding
}

/** A header line without comment, split at white space; `line` counts from 1. */
export interface HeaderLine {
  line: number
  words: string[]
}

const WORDS = ['VERSION', 'FIELDS', 'SIZE', 'TYPE', 'COUNT', 'WIDTH', 'HEIGHT', 'VIEWPOINT', 'POINTS', 'DATA'] as const
type Word = (typeof WORDS)[number]

const VERSIONS = new Map<string, PcdHeader['version']>([
  ['.5', '0.5'],
  ['0.5', '0.5'],
  ['.6', '0.6'],
  ['0.6', '0.6'],
  ['.7', '0.7'],
  ['0.7', '0.7'],
])

const SIZES = { F: [4, 8], I: [1, 2, 4, 8], U: [1, 2, 4, 8] }

/**
 * Interprets a header. For missing words it follows PCL if that cannot misread anything: no COUNT means one element
 * each, no VIEWPOINT means none, and `.5`/`.6` ASCII files without SIZE and TYPE have float32. POINTS, WIDTH and HEIGHT
 * must all be present, since together they reveal a truncated file. COLUMNS is the old FIELDS.
 * @throws PcdError with every fault of the header, or with `tooLarge` if it announces more points than allowed.
 */
export function parseHeader(lines: readonly HeaderLine[], limits: PcdLimits, problems: PcdProblems): PcdHeader {
  const found = findWords(lines, problems)
  const version = parseVersion(found, problems)
  const encoding = parseEncoding(found, problems)
  const fields = parseFields(found, encoding, version, problems)
  const width = parseCount(found, 'WIDTH', problems)
  const height = parseCount(found, 'HEIGHT', problems)
  const points = parseCount(found, 'POINTS', problems)
  const viewpoint = parseViewpoint(found, problems)
  const pointsLine = found.get('POINTS')?.line
  if (width !== undefined && height !== undefined && points !== undefined) {
    if (width * height !== points) problems.add(`POINTS ${points} is not WIDTH ${width} × HEIGHT ${height}`, pointsLine)
    else if (points === 0) problems.add('the cloud has 0 points', pointsLine)
  }
  problems.throwIfAny()
  if (!version || width === undefined || height === undefined || points === undefined || !encoding)
    throw new Error('a word that is missing was not reported')
  const header = { version, fields, width, height, points, encoding }
  checkLimits(header, limits, pointsLine)
  return viewpoint === undefined ? header : { ...header, viewpoint }
}

/** Bytes of one point in a binary payload. */
export function pointBytes(fields: readonly PcdField[]): number {
  return fields.reduce((sum, field) => sum + field.size * field.count, 0)
}

/**
 * Indexes of x, y and z among the fields, in upper or lower case.
 * @throws PcdError if one is missing, repeated or not a single float.
 */
export function coordinateFields(fields: readonly PcdField[], problems: PcdProblems): [number, number, number] {
  const places = ['x', 'y', 'z'].map((name) => {
    const matches = fields.flatMap((field, place) => (field.name.toLowerCase() === name ? [place] : []))
    if (matches.length === 0) problems.add(`FIELDS has no ${name}`)
    if (matches.length > 1) problems.add(`FIELDS has ${name} more than once`)
    const field = fields[matches[0]]
    if (field !== undefined && (field.type !== 'F' || field.count !== 1)) {
      problems.add(`${name} must be one F of 4 or 8 bytes, not ${field.count} × ${field.type}${field.size}`)
    }
    return matches[0]
  })
  problems.throwIfAny()
  return [places[0], places[1], places[2]]
}

function findWords(lines: readonly HeaderLine[], problems: PcdProblems): Map<Word, HeaderLine> {
  const found = new Map<Word, HeaderLine>()
  for (const line of lines) {
    const sent = line.words[0] === 'COLUMNS' ? 'FIELDS' : line.words[0]
    const word = WORDS.find((known) => known === sent)
    if (!word) problems.add(`"${sent.slice(0, 24)}" is no word of a PCD header`, line.line)
    else if (found.has(word)) problems.add(`${word} is there twice`, line.line)
    else found.set(word, line)
  }
  return found
}

function parseVersion(found: Map<Word, HeaderLine>, problems: PcdProblems): PcdHeader['version'] | undefined {
  const entry = found.get('VERSION')
  if (entry === undefined) problems.add('VERSION is missing')
  const version = entry?.words.length === 2 ? VERSIONS.get(entry.words[1]) : undefined
  if (entry !== undefined && version === undefined) problems.add('VERSION must be .7, .6 or .5', entry.line)
  return version
}

function parseEncoding(found: Map<Word, HeaderLine>, problems: PcdProblems): PcdEncoding | undefined {
  const entry = found.get('DATA')
  const word = entry?.words.length === 2 ? entry.words[1].toLowerCase() : ''
  if (word === 'ascii' || word === 'binary' || word === 'binary_compressed') return word
  problems.add('DATA must be ascii, binary or binary_compressed', entry?.line)
}

function parseFields(
  found: Map<Word, HeaderLine>,
  encoding: PcdEncoding | undefined,
  version: PcdHeader['version'] | undefined,
  problems: PcdProblems,
): PcdField[] {
  const entry = found.get('FIELDS')
  const names = entry?.words.slice(1) ?? []
  if (names.length === 0) problems.add(entry === undefined ? 'FIELDS is missing' : 'FIELDS is empty', entry?.line)
  const mayLack = encoding === 'ascii' && version !== '0.7'
  const sizes = perField(found, 'SIZE', names, mayLack ? '4' : undefined, problems)
  const types = perField(found, 'TYPE', names, mayLack ? 'F' : undefined, problems)
  const counts = perField(found, 'COUNT', names, '1', problems)
  if (sizes === undefined || types === undefined || counts === undefined) return []
  const fields = names.map((name, place) => {
    const type = types[place] as PcdField['type']
    const size = /^\d$/.test(sizes[place]) ? Number(sizes[place]) : Number.NaN
    const count = /^\d{1,6}$/.test(counts[place]) ? Number(counts[place]) : Number.NaN
    // Padding may have size 0: such a field has no values.
    const least = name === '_' ? 0 : 1
    if (!(type in SIZES)) problems.add(`TYPE of ${name} must be F, I or U`, found.get('TYPE')?.line)
    else if (!SIZES[type].includes(size)) {
      problems.add(`SIZE of ${name} must be one of ${SIZES[type].join(', ')}`, found.get('SIZE')?.line)
    }
    if (!(count >= least))
      problems.add(`COUNT of ${name} must be a whole number from ${least}`, found.get('COUNT')?.line)
    return { name, size, type, count }
  })
  if (pointBytes(fields) > MAX_POINT_BYTES) {
    problems.add(`a point may take at most ${MAX_POINT_BYTES} bytes`, found.get('COUNT')?.line)
  }
  return fields
}

function perField(
  found: Map<Word, HeaderLine>,
  word: Word,
  names: string[],
  otherwise: string | undefined,
  problems: PcdProblems,
): string[] | undefined {
  const entry = found.get(word)
  if (entry === undefined) {
    if (otherwise !== undefined) return names.map(() => otherwise)
    problems.add(`${word} is missing`)
    return undefined
  }
  if (entry.words.length - 1 === names.length) return entry.words.slice(1)
  problems.add(`${word} has ${entry.words.length - 1} entries, FIELDS has ${names.length}`, entry.line)
}

function parseCount(found: Map<Word, HeaderLine>, word: Word, problems: PcdProblems): number | undefined {
  const entry = found.get(word)
  if (entry === undefined) {
    problems.add(`${word} is missing`)
    return undefined
  }
  const value = entry.words.length === 2 && /^\d{1,16}$/.test(entry.words[1]) ? Number(entry.words[1]) : Number.NaN
  if (Number.isSafeInteger(value)) return value
  problems.add(`${word} must be one whole number`, entry.line)
}

function parseViewpoint(found: Map<Word, HeaderLine>, problems: PcdProblems): string | undefined {
  const entry = found.get('VIEWPOINT')
  if (entry === undefined) return undefined
  const numbers = entry.words.slice(1)
  if (numbers.length !== 7 || !numbers.every((word) => isDecimal(word) && Number.isFinite(Number(word)))) {
    problems.add('VIEWPOINT must be 7 numbers', entry.line)
  }
  return numbers.join(' ')
}

function checkLimits(header: PcdHeader, limits: PcdLimits, line: number | undefined): void {
  const refuse = (message: string): never => {
    throw new PcdError([line === undefined ? { message } : { line, message }], true)
  }
  if (header.points > limits.maxPoints) refuse(`${header.points} points, allowed are ${limits.maxPoints}`)
  const bytes = pointBytes(header.fields) * header.points
  if (header.encoding === 'binary' && bytes > limits.maxBytes) {
    refuse(`${bytes} bytes of points, allowed are ${limits.maxBytes}`)
  }
  if (header.encoding === 'binary_compressed' && bytes > limits.maxBytes * MAX_UNPACKED_RATIO) {
    refuse(`${bytes} bytes of unpacked points, allowed are ${limits.maxBytes * MAX_UNPACKED_RATIO}`)
  }
}
