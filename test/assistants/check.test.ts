import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { runCli } from '../../src/cli/run.ts'
import { corners } from '../support/samples.ts'
import { Model } from './model.ts'

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples', 'assistants')

interface Checked {
  ok: boolean
  checks: { verb: string; ok: boolean; found: string }[]
}

async function checked(...args: string[]): Promise<Checked & { code: number }> {
  let out = ''
  const io = {
    env: {},
    cwd: process.cwd(),
    out: (text: string) => {
      out += text
    },
    err: () => {},
    read: () => {
      throw new Error('nothing is read')
    },
  }
  const code = await runCli(['assistant', 'check', ...args, '--json'], io)
  return { code, ...JSON.parse(out) }
}

/** Starts an example on a free port, and answers where it listens. */
async function started(command: string, file: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(command, [join(EXAMPLES, file), '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\S+/.exec(line)?.[0]
    if (url) return { url, child }
  }
  throw new Error(`${file} did not start`)
}

async function withExample(command: string, file: string, use: (url: string) => Promise<void>): Promise<void> {
  const { url, child } = await started(command, file)
  try {
    await use(url)
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

test('the example in TypeScript passes the check with every verb it knows', () =>
  withExample(process.execPath, 'assistant.ts', async (url) => {
    const { code, checks } = await checked(url)
    assert.deepEqual(
      checks.map(({ verb, ok, found }) => [verb, ok, found]),
      [
        ['describe', true, 'verbs: predict, segment, fit, track'],
        ['predict', true, '1 suggestions'],
        ['segment', true, '1 suggestions'],
        ['fit', true, '1 suggestions'],
        ['track', true, '1 suggestions'],
      ],
    )
    assert.equal(code, 0)
  }))

const PYTHON = process.env.FIDUCIAL_PYTHON ?? 'python3'
const hasPython = await promisify(execFile)(PYTHON, ['-c', 'import numpy, PIL']).then(
  () => true,
  () => false,
)
test('the example in Python passes it too', { skip: !hasPython && 'needs Python 3 with numpy and Pillow' }, () =>
  withExample(PYTHON, 'assistant.py', async (url) => {
    const { code, checks } = await checked(url)
    assert.deepEqual(
      checks.filter(({ ok }) => !ok),
      [],
    )
    assert.equal(code, 0)
  }),
)

test('the check names what is wrong with an answer, and refuses', async () => {
  const model = await Model.start({
    '/describe': () => ({ name: 'wrong', version: '1', verbs: ['predict', 'segment', 'review'] }),
    '/predict': () => ({
      data: { annotations: { rectangles: [{ label: 'tree', coordinates: corners(0, 0, 1, 1) }] } },
    }),
    '/segment': () => ({ score: 2 }),
    '/review': () => ({ findings: [] }),
  })
  try {
    const { code, ok, checks } = await checked(model.url)
    assert.deepEqual([code, ok], [1, false])
    const [, predict, segment, review] = checks
    assert.match(predict.found, /rectangles\[0\]\.label \(UNKNOWN/)
    assert.match(segment.found, /polygon, polygons, mask or box/)
    assert.deepEqual([review.ok, review.found], [true, '0 findings'])
  } finally {
    await model.stop()
  }
})

test('an address where nothing listens is refused, and one that is none is a wrong use', async () => {
  const { code, checks } = await checked('http://127.0.0.1:1')
  assert.deepEqual([code, checks[0].found], [1, 'it cannot be reached'])
  const io = { env: {}, cwd: '/', out: () => {}, err: () => {}, read: () => assert.fail('nothing is read') }
  assert.equal(await runCli(['assistant', 'check', 'nonsense'], io), 2)
})
