import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../store/isAlive.ts'

/**
 * A temporary folder of this process, named by its id. Folders of processes that have ended (killed in the middle of
 * something) are removed; those of others that share the data folder stay.
 */
export function makeWorkFolder(dataDir: string): string {
  const all = join(dataDir, 'work')
  const own = join(all, String(process.pid))
  mkdirSync(own, { recursive: true })
  for (const name of readdirSync(all)) {
    if (name !== String(process.pid) && !isAlive(Number(name)))
      rmSync(join(all, name), { recursive: true, force: true })
  }
  return own
}
