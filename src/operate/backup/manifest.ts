import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../installation.ts'

export interface Manifest {
  format: 1
  createdAt: string
  /** Names and hashes of the migrations that the database had. */
  migrations: string[]
  tables: { name: string; rows: number; sha256: string }[]
  files: { count: number; bytes: number; listSha256: string }
  /** Files that were deleted while the backup was made. */
  deletedFiles: string[]
}

export const tableFile = (folder: string, name: string): string => join(folder, 'tables', `${name}.jsonl`)
export const filesFolder = (folder: string): string => join(folder, 'files')
export const fileList = (folder: string): string => join(folder, 'files.txt')
export const secretKeyFile = (folder: string): string => join(folder, 'secret-key')

const NAME = 'manifest.json'

/** Last of all: a folder without a manifest is a backup that was broken off. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const unfinished = join(folder, `${NAME}.new`)
  await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, join(folder, NAME))
}

/** @throws OperatorError if the folder holds no finished backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, NAME)
  if (!existsSync(file)) throw new OperatorError(`${folder} holds no finished backup: ${NAME} is missing`)
  const manifest: Manifest = JSON.parse(await readFile(file, 'utf8'))
  if (manifest.format !== 1) throw new OperatorError(`${file} was written by a later version of Fiducial`)
  return manifest
}
