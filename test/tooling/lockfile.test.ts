import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

interface Entry {
  version?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const file = join(import.meta.dirname, '..', '..', 'package-lock.json')
const packages: Record<string, Entry> = JSON.parse(readFileSync(file, 'utf8')).packages

// npm ci refuses a lock in which binaries of other platforms are missing, as it is written where a registry lacks them.
test('package-lock.json names every dependency, those of other platforms too: npm ci takes it', () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies })
      .filter((name) => !isFound(path, name))
      .map((name) => `${path || 'package.json'} → ${name}`),
  )
  assert.deepEqual(missing, [])
  assert.ok(Object.keys(packages).length > 100)
})

// Registries that lack a platform's binary cannot say its hash. What is not there cannot be installed unseen either: npm
// fetches these on other platforms, for development alone.
test('whatever runs in production has its hash in package-lock.json', () => {
  const unchecked = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined)
  assert.deepEqual(
    unchecked.filter(([, { dev, optional }]) => !(dev && optional)).map(([path]) => path),
    [],
  )
  for (const [path] of unchecked) assert.match(path, /^node_modules\/@(biomejs\/cli|oxc-parser\/binding)-/, path)
})

test('package-lock.json holds exactly what package.json asks for', () => {
  const wanted = JSON.parse(readFileSync(join(file, '..', 'package.json'), 'utf8'))
  const { dependencies, devDependencies } = packages['']
  assert.deepEqual(
    { dependencies, devDependencies },
    { dependencies: wanted.dependencies, devDependencies: wanted.devDependencies },
  )
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    assert.match(version, /^\d/, `${name} is not pinned exactly`)
    assert.equal(packages[`node_modules/${name}`]?.version, version, name)
  }
})

/** As Node looks: in the package's own node_modules, then in those of each folder above. */
function isFound(path: string, name: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true
    if (at === '') return false
    if (!at.includes('/node_modules/')) return packages[`node_modules/${name}`] !== undefined
  }
}
