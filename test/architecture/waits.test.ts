import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..')
/** A helper that asks again and again, such as `until` and `untilReady`, sleeps between its questions. */
const ASKS_AGAIN = /^until/

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

/** Lines of a test that wait for a time, be it ever so short: `takes` and `watchFor` of test/support/time.ts say why one does. */
function fixedWaits(path: string): string[] {
  const source = readFileSync(join(ROOT, path), 'utf8')
  const { program } = parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  const found: string[] = []
  visit(program as unknown as Node, false, (node) => {
    found.push(`${path}:${source.slice(0, node.start).split('\n').length}`)
  })
  return found
}

function visit(node: Node, isAsking: boolean, found: (node: Node) => void): void {
  if (waitsForTime(node) && !isAsking) found(node)
  const { name } = (node.id ?? node.key ?? {}) as { name?: string }
  const isHelper = isAsking || (name !== undefined && ASKS_AGAIN.test(name))
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'object' && one !== null && typeof (one as Node).type === 'string') {
        visit(one as Node, isHelper, found)
      }
    }
  }
}

/** `sleep(ms)` and `setTimeout(fn, ms)`; without a time the latter lets run what is due. */
function waitsForTime({ type, callee, arguments: given }: Node): boolean {
  if (type !== 'CallExpression') return false
  const { name } = callee as { name?: string }
  return name === 'sleep' || (name === 'setTimeout' && (given as unknown[]).length > 1)
}

test('no test waits for a time that stands for a state', () => {
  const tests = globSync('{src,test}/**/*.test.{ts,tsx}', { cwd: ROOT })
  assert.deepEqual(tests.sort().flatMap(fixedWaits), [])
})

test('no test of a page waits for a time', () => {
  const files = globSync('test/**/*.ts', { cwd: ROOT, exclude: ['test/web/screenshots/**', 'test/architecture/**'] })
  const waiting = files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('waitForTimeout'))
  assert.deepEqual(waiting.sort(), [])
})
