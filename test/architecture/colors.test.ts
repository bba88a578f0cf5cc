import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const WEB = join(import.meta.dirname, '..', '..', 'src', 'web')
/** Where colours are written as a string, a number for WebGL, or in a style sheet. */
const WRITTEN = /(['"`]#[0-9a-f]{3,8}['"`])|(['"`](rgb|hsl)a?\([\d\s.,/%]+\))|\b0x[0-9a-f]{6}\b/i
const WRITTEN_IN_STYLE = /#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/i

function linesWith(pattern: RegExp, glob: string): string[] {
  return globSync(glob, { cwd: WEB })
    .filter((file) => file !== 'tokens.ts' && !file.includes('.test.'))
    .flatMap((file) =>
      readFileSync(join(WEB, file), 'utf8')
        .split('\n')
        .flatMap((line, i) => (pattern.test(line) && !/^\s*\*/.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
    )
}

test('colours of the pages stand in tokens.ts alone', () => {
  assert.deepEqual(linesWith(WRITTEN, '**/*.{ts,tsx}'), [])
  assert.deepEqual(linesWith(WRITTEN_IN_STYLE, '**/*.css'), [])
  assert.match("color: '#fff'", WRITTEN)
  assert.match('const GROUND = 0x0d1014', WRITTEN)
})
