import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readShownTexts } from '../../../test/architecture/shownTexts.ts'
import { englishParts } from './en/englishParts.ts'

const WEB = join(import.meta.dirname, '..')

/** Chosen by names that the service sends, or in a text put together of two values. */
const COMPUTED = [
  /^(format|exchange\.operation|export\.(option|choice)|loss\.(what|form))\.\w+$/,
  /^jobs(\.asking)?\.(wouldDo|doIt|doing|didIt|stopped|broke)$/,
  /^(submitted|accepted|rejected)\.notice$/,
  /^batches\.status\./,
]

async function partOfMessages(): Promise<Map<string, string>> {
  const parts = await Promise.all(
    Object.entries(englishParts).map(async ([part, load]) =>
      Object.keys(await load()).map((id): [string, string] => [id, part]),
    ),
  )
  return new Map(parts.flat())
}

test('whatever a page, an editor or a dialog shows is loaded with it, and no text is left over', async () => {
  const partOf = await partOfMessages()
  const { missing, shown } = readShownTexts(join(WEB, 'main.tsx'), partOf)
  assert.deepEqual(missing, [])
  assert.deepEqual(
    [...partOf.keys()].filter((id) => !shown.has(id) && !COMPUTED.some((pattern) => pattern.test(id))),
    [],
  )
})

test('a text is missing where a lazy import does not bring it, and templates stand for all that they can become', () => {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'))
  const partOf = new Map([
    ['app.title', 'start'],
    ['stage.done', 'job'],
    ['stage.open', 'job'],
    ['never.shown', 'job'],
  ])
  const write = (name: string, source: string) => writeFileSync(join(folder, name), source)
  write('page.ts', 'export const a = t(`stage.$' + '{name}`)')
  const shownFrom = (source: string) => {
    write('main.ts', `t('app.title'); ${source}`)
    const { missing, shown } = readShownTexts(join(folder, 'main.ts'), partOf)
    return { missing: missing.length, shown: [...shown] }
  }
  try {
    const all = ['app.title', 'stage.done', 'stage.open']
    assert.deepEqual(shownFrom("import { a } from './page.ts'"), { missing: 2, shown: all })
    assert.deepEqual(shownFrom("import('./page.ts')"), { missing: 2, shown: all })
    assert.deepEqual(shownFrom("withTexts(['job'], import('./page.ts'))"), { missing: 0, shown: all })
    assert.deepEqual(shownFrom("import type { a } from './page.ts'"), { missing: 0, shown: ['app.title'] })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
