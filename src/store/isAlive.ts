import { errorCode } from './postgres/errors.ts'

/** Whether a process runs under this id, ours or another account's. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
