import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type TestContext, test } from 'node:test'

const ROOT = join(import.meta.dirname, '..', '..')

const LOCK = { packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } }

/** Tells that it is up; ends with 0 on SIGTERM and when its launcher is gone. */
const SERVICE = `
const up = setInterval(() => {}, 1000)
const end = (why) => { console.log('ended by', why); process.exit(0) }
process.once('SIGTERM', () => end('SIGTERM'))
process.once('disconnect', () => end('disconnect'))
console.log('up', process.pid, process.argv.slice(2).join(' '))
`

/** A clone with the launcher, the given program, and dependencies as npm leaves them. */
function makeClone(t: TestContext, main: string): string {
  const root = mkdtempSync(join(tmpdir(), 'fiducial-start-'))
  t.after(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  cpSync(join(ROOT, 'scripts'), join(root, 'scripts'), { recursive: true })
  for (const folder of ['src', 'bin', 'node_modules/node/bin', 'node_modules/.bin'])
    mkdirSync(join(root, folder), { recursive: true })
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'))
  writeFileSync(join(root, 'bin/fiducial.mjs'), '')
  writeFileSync(join(root, 'src/main.ts'), main)
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(LOCK))
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify(LOCK))
  return root
}

/** An npm that only writes down how it was called and leaves a tree that fits the lock. */
function fakeNpm(root: string): Record<string, string> {
  const folder = join(root, 'fake')
  mkdirSync(folder)
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$@" >> ${root}/npm-calls\nsleep 0.5\n`)
  chmodSync(join(folder, 'npm'), 0o755)
  return { PATH: `${folder}${delimiter}${process.env.PATH}`, npm_execpath: '' }
}

function start(
  root: string,
  env: Record<string, string> = {},
  args: string[] = ['serve'],
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), ...args], {
    env: { ...process.env, npm_lifecycle_event: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (text += bytes))
  return { child, output: () => text }
}

async function ended(child: ChildProcess): Promise<number | null> {
  const [code] = child.exitCode === null ? await once(child, 'close') : [child.exitCode]
  return code
}

async function untilOutput({ child, output }: ReturnType<typeof start>, words: string): Promise<void> {
  while (!output().includes(words)) await once(child.stdout!, 'data')
}

test('the program is run with the arguments, and its exit code is that of the launcher', async (t) => {
  const started = start(makeClone(t, `console.log('args', process.argv.slice(2).join(' ')); process.exit(7)`), {}, [
    'demo',
    'x',
  ])
  assert.equal(await ended(started.child), 7)
  assert.equal(started.output(), 'args demo x\n')
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`${signal} stops the service in order: exit 0`, async (t) => {
    const started = start(makeClone(t, SERVICE))
    await untilOutput(started, 'up')
    started.child.kill(signal)
    assert.equal(await ended(started.child), 0)
    assert.match(started.output(), /ended by SIGTERM/)
  })
}

test('when the launcher is killed, the service ends by itself', async (t) => {
  const started = start(makeClone(t, SERVICE))
  await untilOutput(started, 'up')
  started.child.kill('SIGKILL')
  // The service holds the pipe: it closes when the service has gone.
  await once(started.child, 'close')
  assert.match(started.output(), /ended by disconnect/)
})

test('a service that dies of a signal makes the exit code that a shell shows', async (t) => {
  const started = start(makeClone(t, `process.kill(process.pid, 'SIGKILL')`))
  assert.equal(await ended(started.child), 137)
})

test('dependencies that npm installed from this lock are not installed again, and the command is linked', async (t) => {
  const root = makeClone(t, '')
  assert.equal(await ended(start(root, fakeNpm(root)).child), 0)
  assert.equal(existsSync(join(root, 'npm-calls')), false)
  assert.ok(existsSync(join(root, 'node_modules/.bin/fiducial')))
  assert.ok(existsSync(join(root, 'node_modules/.fiducial-lock')))
})

test('when the lock changed, two starts at once install once', async (t) => {
  const root = makeClone(t, `console.log('up')`)
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { ...LOCK.packages, 'node_modules/b': { version: '2.0.0' } } }),
  )
  const env = fakeNpm(root)
  const both = [start(root, env), start(root, env)]
  assert.deepEqual(await Promise.all(both.map(({ child }) => ended(child))), [0, 0])
  assert.equal(readFileSync(join(root, 'npm-calls'), 'utf8').split('\n').filter(Boolean).length, 1)
  assert.match(readFileSync(join(root, 'npm-calls'), 'utf8'), /^ci --include=dev /)
})

test('a start that has nothing to build is content without what only builds need, and one that has installs it', async (t) => {
  const root = makeClone(t, '')
  const packages = { ...LOCK.packages, 'node_modules/builder': { version: '1.0.0', dev: true } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  const env = fakeNpm(root)
  assert.equal(await ended(start(root, env).child), 0)
  assert.equal(existsSync(join(root, 'npm-calls')), false)
  mkdirSync(join(root, 'src/web'))
  writeFileSync(join(root, 'src/web/index.html'), '')
  await ended(start(root, env).child)
  assert.match(readFileSync(join(root, 'npm-calls'), 'utf8'), /^ci --include=dev /)
})

test('a lock left behind by a killed start does not block the next one', async (t) => {
  const root = makeClone(t, '')
  mkdirSync(join(root, '.cache'))
  const { child } = start(makeClone(t, ''))
  await ended(child)
  writeFileSync(join(root, '.cache/start.lock'), String(child.pid))
  assert.equal(await ended(start(root).child), 0)
})

test('an installation that fails says why and starts nothing', async (t) => {
  const root = makeClone(t, `console.log('up')`)
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages":{}}')
  const env = fakeNpm(root)
  writeFileSync(join(root, 'fake/npm'), '#!/bin/sh\necho the registry is away >&2\nexit 5\n')
  const started = start(root, env)
  assert.equal(await ended(started.child), 1)
  assert.match(started.output(), /the registry is away\nnpm ci failed with exit code 5/)
  assert.doesNotMatch(started.output(), /^up/m)
})
