import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { STOP_WORDS } from './stopWords.ts'

export interface Figures {
  files: number
  lines: number
  functions: { count: number; p50: number; p90: number; max: number; longest: string }
  /** `x!` outside of tests, by file. */
  nonNull: Map<string, number>
  /** `x as T` outside of tests, `as const` apart, by file. */
  casts: Map<string, number>
  /** Queries of which rows are read without a type. */
  untypedQueries: string[]
  /** Exported names that occur in more than one file, with the files. */
  exportedTwice: Map<string, string[]>
  /** Texts in JSX and in attributes that people read. */
  jsxLiterals: number
  /** Words of the stop list in src, scripts, clients, deploy and documents, by file and word; landed migrations never change, so they do not count. */
  stopWords: Map<string, number>
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const READ_BY_PEOPLE = new Set(['label', 'title', 'placeholder', 'aria-label', 'description', 'alt', 'tooltip'])

/** The name of an account in code and messages, quoted. */
const UNIX_ACCOUNT = /['"`]nobody['"`]/g

const WORDED = [
  'src/**/*.{ts,tsx}',
  'docs/**/*.md',
  '*.md',
  'clients/**/*.{md,py}',
  'deploy/**/*.*',
  'scripts/**/*.mjs',
]
/** The words of one phrase may be spread over two lines of a comment. */
const LINE_END = /\s*\n\s*(?:\* |\/\/ |# )?/g

/**
 * The contract and the client name what is on the wire as the rows behind it; the client depends on nothing; languages export the same messages;
 * each registry of thread jobs is found by its name.
 */
const isDeliberatePair = (file: string): boolean =>
  /^src\/(client|contract|web\/messages)\//.test(file) || /threads\/(jobs|testJobs)\.ts$/.test(file)

/** Measures the files of `src` (without tests) and, for words, of `docs` too. */
export function readFigures(root: string): Figures {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'))
  const lengths: { length: number; at: string }[] = []
  const nonNull = new Map<string, number>()
  const casts = new Map<string, number>()
  const untypedQueries: string[] = []
  const exported = new Map<string, Set<string>>()
  let lines = 0
  let jsxLiterals = 0
  for (const file of files.sort()) {
    const source = readFileSync(join(root, file), 'utf8')
    lines += source.split('\n').length - 1
    const lineOf = lineCounter(source)
    const { program } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
    for (const name of isDeliberatePair(file) ? [] : exportedNames(program as unknown as Node)) {
      exported.set(name, (exported.get(name) ?? new Set()).add(file))
    }
    visit(program as unknown as Node, (node) => {
      if (FUNCTIONS.has(node.type)) {
        lengths.push({ length: lineOf(node.end) - lineOf(node.start) + 1, at: `${file}:${lineOf(node.start)}` })
      }
      if (node.type === 'TSNonNullExpression') nonNull.set(file, (nonNull.get(file) ?? 0) + 1)
      if (node.type === 'TSAsExpression' && !isConst(node)) casts.set(file, (casts.get(file) ?? 0) + 1)
      if (isUntypedQuery(node)) untypedQueries.push(`${file}:${lineOf(node.start)}`)
      if (isReadText(node)) jsxLiterals++
    })
  }
  return {
    files: files.length,
    lines,
    functions: spread(lengths),
    nonNull,
    casts,
    untypedQueries,
    exportedTwice: new Map(
      [...exported].filter(([, where]) => where.size > 1).map(([name, where]) => [name, [...where]]),
    ),
    jsxLiterals,
    stopWords: countWords(root),
  }
}

export const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

function visit(node: Node, each: (node: Node) => void): void {
  each(node)
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'object' && one !== null && typeof (one as Node).type === 'string') visit(one as Node, each)
    }
  }
}

function exportedNames(program: Node): string[] {
  const names: string[] = []
  for (const statement of program.body as Node[]) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source) continue
    const declared = statement.declaration as Node | null
    if (declared?.type === 'VariableDeclaration') {
      for (const { id } of declared.declarations as { id: { name?: string } }[]) if (id.name) names.push(id.name)
    } else if (declared) names.push((declared.id as { name: string }).name)
    for (const { exported } of statement.specifiers as { exported: { name: string } }[]) names.push(exported.name)
  }
  return [...new Set(names)]
}

const isConst = ({ typeAnnotation }: Node): boolean =>
  (typeAnnotation as { typeName?: { name?: string } }).typeName?.name === 'const'

/** `const { rows } = await db.query(…)` without a type of the rows. */
function isUntypedQuery({ type, id, init }: Node): boolean {
  if (type !== 'VariableDeclarator' || (init as Node | null)?.type !== 'AwaitExpression') return false
  const call = (init as Node).argument as Node
  const callee = call.callee as (Node & { property?: { name?: string } }) | undefined
  if (call.type !== 'CallExpression' || callee?.property?.name !== 'query' || call.typeArguments) return false
  const members = ((id as Node).properties ?? []) as { key?: { name?: string } }[]
  return members.some(({ key }) => key?.name === 'rows')
}

function isReadText({ type, value, name }: Node): boolean {
  if (type === 'JSXText') return /\p{L}{2}/u.test(String(value))
  if (type !== 'JSXAttribute' || !READ_BY_PEOPLE.has((name as { name: string }).name)) return false
  const literal = value as { type?: string; value?: unknown } | null
  return literal?.type === 'Literal' && /\p{L}{2}/u.test(String(literal.value))
}

function spread(lengths: { length: number; at: string }[]): Figures['functions'] {
  const sorted = lengths.sort((a, b) => a.length - b.length)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { count: sorted.length, p50: at(0.5).length, p90: at(0.9).length, max: at(1).length, longest: at(1).at }
}

function lineCounter(source: string): (offset: number) => number {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle] < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

function countWords(root: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const file of globSync(WORDED, { cwd: root }).sort()) {
    const text = readFileSync(join(root, file), 'utf8')
      .toLowerCase()
      .replaceAll(UNIX_ACCOUNT, '')
      .replaceAll(LINE_END, ' ')
    for (const word of STOP_WORDS) {
      const found = text.match(new RegExp(`\\b${word}s?\\b`, 'g'))?.length ?? 0
      if (found > 0) counts.set(`${file}: ${word}`, found)
    }
  }
  return counts
}
