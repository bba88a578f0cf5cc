import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { FileMissingError } from '../../store/files/fileStore.ts'
import { LocalFiles } from '../../store/files/localFiles.ts'
import { fileList, filesFolder, type Manifest, readManifest, tableFile } from './manifest.ts'

/** Lists the faults of a backup; empty when every row and every byte is as it was written. */
export async function verifyBackup(folder: string): Promise<{ manifest: Manifest; faults: string[] }> {
  const manifest = await readManifest(folder)
  const faults: string[] = []
  for (const table of manifest.tables) faults.push(...(await tableFaults(folder, table)))
  const list = existsSync(fileList(folder)) ? readFileSync(fileList(folder), 'utf8') : ''
  if (createHash('sha256').update(list).digest('hex') !== manifest.files.listSha256) {
    faults.push('the list of files is not the one that was written')
    return { manifest, faults }
  }
  const files = new LocalFiles(filesFolder(folder))
  for (const sha256 of namesIn(list)) {
    const fault = await fileFault(files, sha256)
    if (fault) faults.push(fault)
  }
  return { manifest, faults }
}

export const namesIn = (text: string): string[] => text.split('\n').filter(Boolean)

/** Lines of a table's file; texts may hold what other readers of lines take for the end of one (U+2028). */
export async function* tableLines(folder: string, name: string): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of createReadStream(tableFile(folder, name), 'utf8')) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function tableFaults(folder: string, table: Manifest['tables'][number]): Promise<string[]> {
  if (!existsSync(tableFile(folder, table.name))) return [`table ${table.name} is missing`]
  const hash = createHash('sha256')
  let rows = 0
  for await (const piece of createReadStream(tableFile(folder, table.name))) {
    hash.update(piece)
    for (const byte of piece) if (byte === 10) rows++
  }
  if (rows !== table.rows) return [`table ${table.name} has ${rows} rows, ${table.rows} were written`]
  return hash.digest('hex') === table.sha256 ? [] : [`table ${table.name} is not what was written`]
}

async function fileFault(files: LocalFiles, sha256: string): Promise<string | null> {
  try {
    const hash = createHash('sha256')
    for await (const piece of await files.open(sha256)) hash.update(piece)
    return hash.digest('hex') === sha256 ? null : `file ${sha256} is damaged`
  } catch (error) {
    if (error instanceof FileMissingError) return `file ${sha256} is missing`
    throw error
  }
}
