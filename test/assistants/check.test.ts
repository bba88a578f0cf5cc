import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { runCli } from '../../src/cli/run.ts'
import { corners } from '../support/samples.ts'
import { withExample } from './example.ts'
import { Model } from './model.ts'

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

test('an address without a listener is refused, and an invalid one is a wrong use', async () => {
  const { code, checks } = await checked('http://127.0.0.1:1')
  assert.deepEqual([code, checks[0].found], [1, 'it cannot be reached'])
  const io = { env: {}, cwd: '/', out: () => {}, err: () => {}, read: () => assert.fail('nothing is read') }
  assert.equal(await runCli(['assistant', 'check', 'nonsense'], io), 2)
})
