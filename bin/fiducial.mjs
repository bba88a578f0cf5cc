#!/usr/bin/env node
// npx fiducial: runs the command line on the Node that comes as a dependency when the machine's own is older than 24.
import { createReadStream } from 'node:fs'
import module from 'node:module'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { runChild } from '../scripts/lib/child.mjs'
import { ensureInstalled } from '../scripts/lib/install.mjs'
import { COMPILE_CACHE, RUNTIME } from '../scripts/lib/paths.mjs'
import { startService } from '../scripts/lib/startedService.mjs'

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
    const self = fileURLToPath(import.meta.url)
    const { code } = await runChild(RUNTIME, [self, ...args], { ipc: true, cwd: process.cwd() })
    process.exit(code)
  }
  module.enableCompileCache?.(COMPILE_CACHE)
  const { runCli } = await import('../src/cli/run.ts')
  const code = await runCli(args, {
    env: process.env,
    cwd: process.cwd(),
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    read: (file) => (file === '-' ? process.stdin : createReadStream(file)),
    terminal: process.stdin.isTTY && process.stderr.isTTY ? terminal : undefined,
    stopSignal,
    startService,
  })
  process.exitCode = code
}

/**
 * Aborts at SIGINT and SIGTERM, and when the launcher of this process ended. A command that does not ask for it is ended
 * by the signal itself, as any program.
 */
function stopSignal() {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.abort())
  process.once('disconnect', () => ending.abort())
  // Listening alone does not keep the process.
  process.channel?.unref()
  return ending.signal
}

const terminal = {
  async ask(question) {
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    const closed = new Promise((resolve) => lines.once('close', () => resolve('')))
    const answer = await Promise.race([lines.question(question), closed])
    lines.close()
    return answer
  },
  redraw: (line) => process.stderr.write(`\r\u001b[K${line.slice(0, Math.max(20, process.stderr.columns ?? 80) - 1)}`),
}

run().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
