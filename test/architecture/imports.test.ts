import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { cycles } from './cycles.ts'
import { readImports, readSources, readTable, upwardRows, violations } from './imports.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SRC = join(ROOT, 'src')
const MAX_LINES = 350

/** Its registry is named by a `new URL('./…', import.meta.url)` of the folder that starts it, which is checked there. */
const COMPUTED_IMPORTS = ['threads/worker.ts']

const ARCHITECTURE = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
const table = readTable(ARCHITECTURE, 'Who may import whom')
/** Folders with a separate table for what is inside. */
const LAYERED = ['web', 'api']
const sources = readSources(SRC)

test('every import of src is allowed by the table in ARCHITECTURE.md', () => {
  assert.deepEqual(violations(SRC, sources, table), [])
})

for (const folder of LAYERED) {
  const layers = readTable(ARCHITECTURE, `Layers of \`${folder}\``)

  test(`every import inside ${folder} is allowed by its table of layers`, () => {
    assert.deepEqual(violations(SRC, sources, layers, `${folder}/`), [])
  })

  test(`the table of layers of ${folder} names what is there, and each row only rows above it`, () => {
    const found = sources.filter(({ path }) => path.startsWith(`${folder}/`) && !path.includes('.test.'))
    assert.deepEqual([...layers.keys()].sort(), [...new Set(found.map(({ path }) => path.split('/')[1]))].sort())
    assert.deepEqual(upwardRows(layers), [])
  })
}

test('no files of src import each other in a circle, types included', () => {
  assert.deepEqual(cycles(SRC, sources), [])
})

test('the table has a row for every folder of src, and none for a folder that is not there', () => {
  const rooms = readdirSync(SRC, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || /^[a-zA-Z]+\.ts$/.test(entry.name))
    .map((entry) => entry.name)
  assert.deepEqual([...table.keys()].sort(), rooms.sort())
})

test('the table names no folder that has no row', () => {
  const named = [...table.values()].flatMap((row) => (row === 'all' ? [] : [...row.keys()]))
  assert.deepEqual(
    [...new Set(named)].filter((folder) => !table.has(folder)),
    [],
  )
})

/** Files that `npm run clients` writes. */
const MADE = /^client\/(types|calls)\//

test(`no file of src is longer than ${MAX_LINES} lines`, () => {
  assert.deepEqual(
    sources
      .filter((file) => file.lines > MAX_LINES && !MADE.test(file.path))
      .map((file) => `${file.path}: ${file.lines}`),
    [],
  )
})

test('nothing is exported as default', () => {
  assert.deepEqual(
    sources.filter((file) => file.hasDefaultExport).map((file) => file.path),
    [],
  )
})

test('imports with a computed target stand only where they are known', () => {
  assert.deepEqual(
    sources.filter((file) => file.hasComputedImport).map((file) => file.path),
    COMPUTED_IMPORTS,
  )
})

test('the check sees the project: many files, and imports across folders', () => {
  const across = sources.flatMap((file) => file.imports).filter(({ specifier }) => specifier.startsWith('../'))
  assert.ok(sources.length > 50, `${sources.length} files`)
  assert.ok(across.length > 50, `${across.length} imports`)
})

const FORMS: readonly (readonly [string, string])[] = [
  ['static', `import { x } from '../store/jobs.ts'`],
  ['types only', `import type { X } from '../store/jobs.ts'`],
  ['side effect', `import '../store/jobs.ts'`],
  ['re-export', `export { x } from '../store/jobs.ts'`],
  ['re-export of everything', `export * from '../store/jobs.ts'`],
  ['re-export of types', `export type { X } from '../store/jobs.ts'`],
  ['dynamic', `export const x = () => import('../store/jobs.ts')`],
  ['type expression', `export type X = import('../store/jobs.ts').X`],
  ['worker', `export const x = new URL('../store/jobs.ts', import.meta.url)`],
]

for (const [form, code] of FORMS) {
  test(`a forbidden import is seen: ${form}`, () => {
    const src = plant({
      'geometry/vec3.ts': `// import { y } from '../api/y.ts'\n${code}\n`,
      'store/jobs.ts': 'export {}\n',
    })
    try {
      assert.deepEqual(violations(src, readSources(src), table), [
        'geometry/vec3.ts imports store/jobs.ts: geometry may not import store',
      ])
    } finally {
      rmSync(src, { recursive: true })
    }
  })
}

test('where only types are allowed, a value is seen', () => {
  const src = plant({
    'client/a.ts': `import type { X } from '../formats/x.ts'\n`,
    'client/b.ts': `import { x } from '../formats/x.ts'\n`,
  })
  try {
    assert.deepEqual(violations(src, readSources(src), table), [
      'client/b.ts imports formats/x.ts: only types of formats',
    ])
  } finally {
    rmSync(src, { recursive: true })
  }
})

test('a folder without a row is seen', () => {
  const src = plant({ 'helpers/a.ts': 'export {}\n' })
  try {
    assert.deepEqual(violations(src, readSources(src), table), ['helpers/a.ts: helpers has no row in ARCHITECTURE.md'])
  } finally {
    rmSync(src, { recursive: true })
  }
})

test('a circle is seen, through types and workers too; two separate ones are two', () => {
  const src = plant({
    'a.ts': `import { b } from './b.ts'\n`,
    'b.ts': `import type { C } from './c/c.ts'\n`,
    'c/c.ts': `export const worker = new URL('../a.ts', import.meta.url)\n`,
    'd.ts': `import('./e.ts')\n`,
    'e.ts': `import './d.ts'\nimport './a.ts'\n`,
  })
  try {
    assert.deepEqual(cycles(src, readSources(src)), [
      ['a.ts', 'b.ts', 'c/c.ts'],
      ['d.ts', 'e.ts'],
    ])
  } finally {
    rmSync(src, { recursive: true })
  }
})

test('an arrow up is seen inside a folder, and in its table', () => {
  const layers = readTable('### Layers\n\n| folder | may import |\n| kit | – |\n| shell | kit |\n', 'Layers')
  const src = plant({ 'web/kit/a.ts': `import type { B } from '../shell/b.ts'\n`, 'web/shell/b.ts': 'export {}\n' })
  try {
    assert.deepEqual(violations(src, readSources(src), layers, 'web/'), [
      'web/kit/a.ts imports web/shell/b.ts: kit may not import shell',
    ])
  } finally {
    rmSync(src, { recursive: true })
  }
  assert.deepEqual(upwardRows(new Map([...layers, ['kit', new Map([['shell', { typesOnly: true }]])]])), [
    'kit names shell',
  ])
})

test('a default export is seen, text in strings and comments is not taken for an import', () => {
  assert.equal(readImports('a.ts', 'export default 1').hasDefaultExport, true)
  const quiet = readImports('a.ts', `const text = "import '../api/a.ts'" // import '../api/b.ts'\nexport { text }`)
  assert.deepEqual(quiet, { imports: [], hasDefaultExport: false, hasComputedImport: false })
})

function plant(files: Record<string, string>): string {
  const src = mkdtempSync(join(tmpdir(), 'fiducial-imports-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, path)), { recursive: true })
    writeFileSync(join(src, path), text)
  }
  return src
}
