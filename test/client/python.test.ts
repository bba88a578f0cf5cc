import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { inFolder } from '../interchange/roundTrip.ts'
import { pngOf } from '../support/samples.ts'
import { setStage } from '../support/stage.ts'

const CLIENT = join(import.meta.dirname, '..', '..', 'clients', 'python')
const PYTHON = process.env.FIDUCIAL_PYTHON ?? 'python3'

/** Runs Python in the client's folder; text of both outputs. */
function python(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const options = {
    cwd: CLIENT,
    env: { ...process.env, PYTHONPATH: join(CLIENT, 'src'), PYTHONDONTWRITEBYTECODE: '1', ...env },
  }
  return new Promise<{ isGood: boolean; said: string }>((resolve) => {
    execFile(PYTHON, args, options, (error, stdout, stderr) => resolve({ isGood: !error, said: stdout + stderr }))
  })
}

const missing = (await python(['-c', 'import httpx'])).isGood ? false : 'needs Python 3 with httpx (FIDUCIAL_PYTHON)'
const untyped =
  missing || ((await python(['-c', 'import mypy'])).isGood ? false : 'needs mypy in that Python (FIDUCIAL_PYTHON)')

test('the Python client signs, retries and explains as it says', { skip: missing }, async () => {
  assert.equal((await python(['scripts/make_sync.py', '--check'])).said, '')
  const { isGood, said } = await python(['-m', 'unittest', 'tests/test_offline.py'])
  assert.ok(isGood, said)
})

test('the Python client is typed without a gap', { skip: untyped }, async () => {
  const { isGood, said } = await python(['-m', 'mypy', '--cache-dir=/dev/null'])
  assert.ok(isGood, said)
})

test('the Python client does what its README says, against a service, by the types of its answers', {
  skip: missing,
}, async () => {
  const stage = await setStage()
  try {
    const image = await pngOf(40, 30)
    stage.files.fallback = () => image
    await inFolder(async (folder) => {
      const document = await stage.admin.with(null).call('GET', '/openapi.json')
      await writeFile(join(folder, 'openapi.json'), document.bytes)
      assert.equal((await python(['scripts/make_types.py', join(folder, 'openapi.json'), '--check'])).said, '')
    })
    const env = {
      FIDUCIAL_URL: stage.service.baseUrl,
      FIDUCIAL_KEY: stage.service.adminKey,
      IMAGES_URL: stage.files.baseUrl,
    }
    const { isGood, said } = await python(['-m', 'unittest', '-v', 'tests/test_service.py'], env)
    assert.ok(isGood, said)
  } finally {
    await stage.clear()
  }
})
