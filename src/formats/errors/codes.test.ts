import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { FILE_FAILURE_TYPES } from '../../model/fileFailureType.ts'
import { ERROR_CODES, type ErrorCode, firstCode } from './codes.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const page = read('docs/errors.md')
const section = (title: string) => page.split(/^## /m).find((part) => part.startsWith(title))!

/** Cells of the rows of a table. */
const rows = (title: string) =>
  [...section(title).matchAll(/^\| (.+) \|$/gm)]
    .map(([, row]) => row.split(' | '))
    .filter(([first]) => !/^-+$/.test(first))

test('the page of errors lists every code as it is answered, in order of precedence, and no other', () => {
  const told = rows('Codes').slice(1)
  assert.deepEqual(
    told,
    Object.entries(ERROR_CODES).map(([code, { status, condition }]) => [condition, String(status), `\`${code}\``]),
  )
})

test('the page tells every type of failure, and no other', () => {
  const names = (title: string) =>
    rows(title)
      .slice(1)
      .map(([name]) => name.replaceAll('`', ''))
  const declared = (path: string, type: string) => {
    const [, body] = new RegExp(`export type ${type} =([^\\n]*(?:\\n  \\|[^\\n]*)*)`).exec(read(path))!
    return [...body.matchAll(/'(\w+)'/g)].map(([, name]) => name)
  }
  assert.deepEqual(names('What can be wrong with a value'), declared('src/formats/errors/codes.ts', 'FailureType'))
  assert.deepEqual(names('What can be wrong with a file'), FILE_FAILURE_TYPES)
})

test('the first of several codes in the table is answered', () => {
  const all = Object.keys(ERROR_CODES) as ErrorCode[]
  for (const [n, code] of all.entries()) assert.equal(firstCode(all.slice(n).reverse()), code)
  assert.equal(firstCode([]), 'GE_0002')
})
