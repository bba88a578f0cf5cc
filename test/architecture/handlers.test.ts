import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync, Visitor } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..')
const MOST_LINES = 15

interface Handler {
  at: string
  lines: number
}

/** The functions that are given as `handle` of a route, with the lines that stand between their braces. */
function handlersOf(file: string, source: string): Handler[] {
  const handlers: Handler[] = []
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length
  new Visitor({
    Property({ key, value }) {
      const isHandler = key.type === 'Identifier' && key.name === 'handle'
      if (!isHandler || (value.type !== 'ArrowFunctionExpression' && value.type !== 'FunctionExpression')) return
      const { body } = value
      const isBlock = body?.type === 'BlockStatement'
      const lines = body ? lineOf(body.end) - lineOf(body.start) + 1 - (isBlock ? 2 : 0) : 0
      handlers.push({ at: `${file}:${lineOf(value.start)}`, lines: Math.max(lines, 1) })
    },
  }).visit(parseSync(file, source, { lang: 'ts' }).program)
  return handlers
}

const files = globSync('src/api/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
const handlers = files.flatMap((file) => handlersOf(file, readFileSync(join(ROOT, file), 'utf8')))

test('routes translate: a handler has at most 15 lines, the rest is a use case or a reader of its input', () => {
  assert.ok(handlers.length > 80, `only ${handlers.length} handlers were found`)
  const long = handlers.filter(({ lines }) => lines > MOST_LINES)
  assert.deepEqual(
    long.map(({ at, lines }) => `${at} has ${lines} lines`),
    [],
  )
})

test('a long handler is seen in both of its forms', () => {
  const body = Array.from({ length: 16 }, (_, i) => `  step(${i})`).join('\n')
  const of = (source: string) => handlersOf('a.ts', source).map(({ lines }) => lines)
  assert.deepEqual(of(`route({ handle: async () => {\n${body}\n} })`), [16])
  assert.deepEqual(of(`route({ handle: () => [\n${body.replaceAll('\n', ',\n')}\n] })`), [18])
  assert.deepEqual(of('route({ handle: () => one() })'), [1])
})
