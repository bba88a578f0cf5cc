import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { inFolder } from '../interchange/roundTrip.ts'
import { pngOf } from '../support/samples.ts'
import { setStage } from '../support/stage.ts'

const CLIENT = join(import.meta.dirname, '..', '..', 'clients', 'python')
const PYTHON = process.env.FIDUCIAL_PYTHON ?? 'python3'

/** Runs Python in the client's folder; text of both outputs. */
function python(args: readonly string[], env: Readonly<Record<string, string>> = {}, command = PYTHON) {
  const options = {
    cwd: CLIENT,
    env: { ...process.env, PYTHONPATH: join(CLIENT, 'src'), PYTHONDONTWRITEBYTECODE: '1', ...env },
  }
  return new Promise<{ isGood: boolean; said: string }>((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) => resolve({ isGood: !error, said: stdout + stderr }))
  })
}

const missing = (await python(['-c', 'import httpx'])).isGood ? false : 'needs Python 3 with httpx (FIDUCIAL_PYTHON)'
const untyped =
  missing || ((await python(['-c', 'import mypy'])).isGood ? false : 'needs mypy in that Python (FIDUCIAL_PYTHON)')

test('the Python client signs, retries and explains as it says', { skip: missing }, async () => {
  const { isGood, said } = await python(['-m', 'unittest', 'tests/test_offline.py', 'tests/test_operations.py'])
  assert.ok(isGood, said)
})

test('the Python client is typed without a gap', { skip: untyped }, async () => {
  const { isGood, said } = await python(['-m', 'mypy', '--cache-dir=/dev/null'])
  assert.ok(isGood, said)
})

const unbuilt =
  missing || ((await python(['-c', 'import build, venv, wheel'])).isGood ? false : 'needs build in that Python')

test('the wheel builds, and installs with its types in an empty environment', { skip: unbuilt }, () =>
  inFolder(async (folder) => {
    const source = join(folder, 'source')
    await cp(CLIENT, source, { recursive: true })
    const built = await python(['-m', 'build', '--wheel', '--no-isolation', '--outdir', folder, source])
    assert.ok(built.isGood, built.said)
    const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl')) ?? ''
    assert.match(wheel, /^fiducial_client-[\d.]+-py3-none-any\.whl$/)
    const environment = join(folder, 'environment')
    assert.ok((await python(['-m', 'venv', environment])).isGood)
    // Its one dependency is that of the Python that runs the tests: nothing is downloaded.
    const paths = await python(['-c', 'import httpx, os; print(os.path.dirname(os.path.dirname(httpx.__file__)))'])
    const own = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin', 'python')
    const run = (args: readonly string[], path = '') => python(args, { PYTHONPATH: path }, own)
    const installed = await run(['-m', 'pip', 'install', '--no-deps', '--no-index', join(folder, wheel)])
    assert.ok(installed.isGood, installed.said)
    const script = `import fiducial_client, os
folder = os.path.dirname(fiducial_client.__file__)
print(folder.startswith(os.path.realpath('${environment}')), os.path.exists(os.path.join(folder, 'py.typed')))
print(fiducial_client.Client('http://127.0.0.1:1', 'key'))`
    const { said } = await run(['-c', script], paths.said.trim())
    assert.equal(said, "True True\nClient(url='http://127.0.0.1:1')\n")
  }),
)

test('the Python client does what its README says, against a service, by the types of its answers', {
  skip: missing,
}, async () => {
  const stage = await setStage()
  try {
    const image = await pngOf(40, 30)
    stage.files.fallback = () => image
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
