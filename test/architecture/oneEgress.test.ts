import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..', '..')
/** The one place that makes clients, and the clients of tests. */
const MAKERS = ['src/egress/egressFactory.ts', 'src/egress/testing/loopback.ts']
/** Ways out that know no guard. */
const OTHER_WAYS = /(?<![#.\w])fetch\(|from 'undici'/

const files = globSync('src/**/*.ts', { cwd: ROOT }).filter(
  (file) => !/\.test\.ts$|^src\/(web|client|demo|cli)\//.test(file),
)
const sourceOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('one factory makes every client for outgoing requests, and excludes the addresses of this machine', () => {
  const makers = files.filter((file) => /new EgressClient\(/.test(sourceOf(file)))
  assert.deepEqual(makers, MAKERS)
  assert.match(sourceOf(MAKERS[0]), /ownAddresses: ownAddresses\(\)/)
})

test('all requests go out through that client', () => {
  const others = files.filter((file) => !file.startsWith('src/egress/') && OTHER_WAYS.test(sourceOf(file)))
  assert.deepEqual(others, [])
})
