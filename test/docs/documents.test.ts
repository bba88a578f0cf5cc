import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { SETTINGS } from '../../src/settings.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('the table of settings in the handbook is made of the list in the code', () => {
  const written = [...read('docs/operations.md').matchAll(/^\| `[A-Z0-9_]+` \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([row]) => row,
  )
  assert.deepEqual(
    written,
    Object.entries(SETTINGS).map(([name, { shown, text }]) => `| \`${name}\` | ${shown} | ${text} |`),
    'run `npm run settings`',
  )
})

test('the defaults in the handbook are what the service starts with', () => {
  const named = Object.entries(SETTINGS).flatMap(([name, { shown }]) => {
    const written = /`([^`]+)`\)?$/.exec(shown)?.[1]
    return written && name !== 'STORAGE_URL' ? [[name, written]] : []
  })
  assert.ok(named.length >= 12, JSON.stringify(named))
  assert.deepEqual(readConfig(Object.fromEntries(named)), readConfig({}))
})

test('a changed default would be seen', () => {
  assert.notDeepEqual(readConfig({ CALLBACK_SCHEDULE: '0s,5s' }), readConfig({}))
})

const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'src/client/README.md'].concat(
  ['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
)

test('links between documents lead somewhere', () => {
  const broken = DOCUMENTS.flatMap((path) =>
    [...read(path).matchAll(/\]\(([^)\s]+)\)/g)]
      .map((link) => link[1].split('#')[0])
      .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
      .filter((link) => !existsSync(join(ROOT, dirname(path), link)))
      .map((link) => `${path}: ${link}`),
  )
  assert.deepEqual(broken, [])
  assert.ok(DOCUMENTS.length >= 12)
})

test('no document has what a merge left over', () => {
  assert.deepEqual(
    DOCUMENTS.filter((path) => /^(<{7}|={7}|>{7})( |$)/m.test(read(path))),
    [],
  )
})

test('the commands that documents name exist in package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = DOCUMENTS.flatMap((path) => [...read(path).matchAll(/npm run ([a-z]+)/g)].map((match) => match[1]))
  assert.deepEqual(
    [...new Set(named)].filter((name) => !scripts[name]),
    [],
  )
  assert.ok(named.length > 0)
})

test('decision records are numbered, each number once, dated, and say their state', () => {
  const records = readdirSync(join(ROOT, 'docs/decisions'))
    .filter((name) => name !== 'README.md')
    .sort()
  assert.equal(new Set(records.map((name) => name.slice(0, 4))).size, records.length)
  records.forEach((name) => {
    assert.ok(read(`docs/decisions/${name}`).startsWith(`# ${Number(name.slice(0, 4))}. `), name)
    assert.match(
      read(`docs/decisions/${name}`),
      /^# \d+\. .+\n\n\d{4}-\d\d-\d\d · (accepted|superseded by \d+)\n/,
      name,
    )
  })
})

test('the index of decisions has a line for each record, with its title, date and state', () => {
  const records = readdirSync(join(ROOT, 'docs/decisions'))
    .filter((name) => name !== 'README.md')
    .sort()
  const lines = records.map((name) => {
    const [, number, title, date, state] =
      /^# (\d+)\. (.+)\n\n(\S+) · (.+)\n/.exec(read(`docs/decisions/${name}`)) ?? []
    return `| ${number} | [${title}](${name}) | ${date} | ${state} |`
  })
  const index = read('docs/decisions/README.md').split('\n')
  assert.deepEqual(
    index.filter((line) => /^\| \d/.test(line)),
    lines,
  )
})
