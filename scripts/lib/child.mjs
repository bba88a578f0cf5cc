import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ROOT } from './paths.mjs'

const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** How often a launcher that npm started checks whether npm still runs. */
const PARENT_POLL_MS = 500

/**
 * Runs a program to its end with this process's own streams. A first SIGTERM, SIGINT or SIGHUP reaches the child once,
 * as SIGTERM; later ones are swallowed, since npm and the terminal both repeat them. `quiet`: its output is shown only
 * when it fails; `silent`: never.
 * Answers {code, stopped}: code as a shell would show it, stopped when a signal of ours ended it.
 */
export function runChild(
  command,
  args,
  { env = process.env, cwd = ROOT, quiet = false, silent = false, ipc = false } = {},
) {
  return new Promise((resolve, reject) => {
    const stdio = quiet || silent ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit']
    if (ipc) stdio.push('ipc')
    const child = spawn(command, args, { cwd, env, stdio })
    let stopped = false
    const stop = () => {
      if (!stopped) child.kill('SIGTERM')
      stopped = true
    }
    for (const signal of FORWARDED) process.on(signal, stop)
    const parentWatch = watchParent(stop)
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => output.push(bytes))
    const settle = () => {
      clearInterval(parentWatch)
      for (const signal of FORWARDED) process.off(signal, stop)
    }
    child.once('error', (error) => {
      settle()
      reject(error)
    })
    child.once('close', (code, signal) => {
      settle()
      const status = code ?? 128 + (constants.signals[signal] ?? 0)
      if (quiet && status !== 0 && !stopped) process.stderr.write(Buffer.concat(output))
      resolve({ code: status, stopped })
    })
  })
}

/** npm killed with -9 cannot forward anything: the service would live on unseen and hold the port. */
function watchParent(stop) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid !== parent) stop()
  }, PARENT_POLL_MS)
  timer.unref()
  return timer
}
