import { type ChildProcess, spawn } from 'node:child_process'
import { type Account, spawnAs } from './account.ts'

/**
 * Waits at a pipe whose other end this process holds: the system closes it however the process ends. Then it stops the
 * server as `stopPostmaster` does. A shell, because it is small and there on every system that PostgreSQL runs on; its
 * name is asked first, since numbers of processes are used again.
 */
const SCRIPT = `
read -r line
is_server() {
  name=$(cat "/proc/$1/comm" 2>/dev/null || ps -o comm= -p "$1" 2>/dev/null)
  case "$name" in *postgres) return 0 ;; *) return 1 ;; esac
}
is_server "$1" || exit 0
kill -INT "$1"
for second in 1 2 3 4 5; do
  sleep 1
  is_server "$1" || exit 0
done
kill -QUIT "$1"
`

/** Ends the server with this process, also where that is killed. In a separate session, like the server itself. */
export function endWithService(serverPid: number, account: Account): ChildProcess {
  const watcher = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(serverPid)], {
    ...spawnAs(account),
    cwd: '/',
    env: { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.on('error', () => {})
  watcher.stdin?.on('error', () => {})
  watcher.unref()
  // The pipe alone would keep the process from ending.
  if (watcher.stdin && 'unref' in watcher.stdin) (watcher.stdin as import('node:net').Socket).unref()
  return watcher
}
