import { closeSync, copyFileSync, existsSync, openSync, readSync, statSync, truncateSync } from 'node:fs'

const LARGEST_BYTES = 8 * 1024 * 1024

/**
 * Opens the server's log for appending; the server itself gets the file, so that it can write after this process has
 * ended.
 */
export const openServerLog = (file: string): number => openSync(file, 'a', 0o600)

/** Keeps the log and one before it, of at most 8 MiB each; copied and cut, as the server holds the file open. */
export function rotateServerLog(file: string): void {
  if (!existsSync(file) || statSync(file).size < LARGEST_BYTES) return
  try {
    copyFileSync(file, `${file}.1`)
  } finally {
    // On a full disk the copy fails, and the log is all the more to be cut.
    truncateSync(file)
  }
}

/** The last lines, for the message when the server does not start. */
export function tailOfServerLog(file: string): string {
  if (!existsSync(file)) return ''
  const size = statSync(file).size
  const buffer = Buffer.alloc(Math.min(size, 2000))
  const handle = openSync(file, 'r')
  try {
    readSync(handle, buffer, 0, buffer.length, size - buffer.length)
  } finally {
    closeSync(handle)
  }
  return buffer.toString('utf8').trim().split('\n').slice(-6).join('\n')
}
