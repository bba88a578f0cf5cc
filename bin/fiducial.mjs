#!/usr/bin/env node
// npx fiducial: runs the command line on the Node that comes as a dependency when the machine's own is older than 24.
import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../scripts/lib/install.mjs'
import { COMPILE_CACHE, RUNTIME } from '../scripts/lib/paths.mjs'

const args = process.argv.slice(2)
const isHelp = args.includes('--help') || args.includes('-h')

async function run() {
  if (['serve', 'demo'].includes(args[0]) && !isHelp) {
    // Reads the same arguments, and ends this process with the service.
    await import('../scripts/start.mjs')
    return
  }
  if ((await ensureInstalled({ toBuild: false })).stopped) process.exit(143)
  if (Number(process.versions.node.split('.')[0]) < 24) {
    const { status, signal } = spawnSync(RUNTIME, [fileURLToPath(import.meta.url), ...args], { stdio: 'inherit' })
    process.exit(status ?? 128 + (constants.signals[signal] ?? 0))
  }
  module.enableCompileCache?.(COMPILE_CACHE)
  const { runCli } = await import('../src/cli/run.ts')
  process.exitCode = await runCli(args, {
    env: process.env,
    cwd: process.cwd(),
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    read: (file) => (file === '-' ? process.stdin : createReadStream(file)),
  })
}

run().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
