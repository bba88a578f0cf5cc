// npm run settings: writes the table of settings in docs/operations.md from src/settings.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { SETTINGS } from '../src/settings.ts'
import { fromRoot } from './lib/paths.mjs'

const DOCUMENT = fromRoot('docs', 'operations.md')
const TABLE = /(\| setting \| default \| meaning \|\n\|---\|---\|---\|\n)(?:\| `[A-Z0-9_]+` \|.*\n)*/

const rows = Object.entries(SETTINGS).map(([name, { shown, text }]) => `| \`${name}\` | ${shown} | ${text} |\n`)
const before = readFileSync(DOCUMENT, 'utf8')
if (!TABLE.test(before)) throw new Error('docs/operations.md has no table of settings')
writeFileSync(
  DOCUMENT,
  before.replace(TABLE, (_, head) => head + rows.join('')),
)
