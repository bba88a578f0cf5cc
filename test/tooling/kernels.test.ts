import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const script = join(import.meta.dirname, '..', '..', 'scripts', 'kernels.mjs')

test('the WebAssembly that is loaded is what kernels/ compiles to, byte for byte', async () => {
  await assert.doesNotReject(promisify(execFile)(process.execPath, [script, '--check']))
})
