import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ROOT } from './paths.mjs'
import { prepareService, serviceCommand } from './service.mjs'

/** The level from which a line of the log is shown: warnings and errors. */
const SHOWN_LEVEL = 40

/**
 * Starts a service for the command line, with these settings. `ready` answers its address, and the link that makes the
 * first admin or null; it rejects when the service ends before.
 */
export function startService(env) {
  const stopping = new AbortController()
  const started = spawnService(env, stopping.signal)
  const ready = started.then(({ child, lines }) => waitUntilReady(child, lines))
  return {
    ready,
    stop: async () => {
      stopping.abort()
      const { child } = await started.catch(() => ({ child: null }))
      if (child === null || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function spawnService(env, signal) {
  if ((await prepareService()).stopped) throw new Error('stopped before the service was there')
  signal.throwIfAborted()
  const { command, args, env: serviceEnv } = serviceCommand(['serve'], env)
  // In a separate process group: a signal of the terminal reaches it once, through this process.
  const stdio = ['ignore', 'pipe', 'inherit', 'ipc']
  const child = spawn(command, args, { cwd: ROOT, env: serviceEnv, stdio, detached: true })
  return { child, lines: createInterface({ input: child.stdout }) }
}

/** Warnings and errors of its log are shown; the service tells its launcher when it is ready. */
function waitUntilReady(child, lines) {
  lines.on('line', (line) => {
    if (isSevere(line)) process.stderr.write(`${line}\n`)
  })
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the service ended with exit code ${code}`)))
  })
}

function isSevere(line) {
  try {
    return JSON.parse(line).level >= SHOWN_LEVEL
  } catch {
    return false
  }
}
