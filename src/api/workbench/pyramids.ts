import type { TilePyramid } from '../../formats/workbench/job.ts'
import type { FileStore } from '../../store/files/fileStore.ts'

interface PyramidManifest {
  tile_size: number
  levels: TilePyramid['levels']
  tiles: Record<string, string>
}

async function readPyramid(files: FileStore, sha256: string): Promise<TilePyramid> {
  const manifest = JSON.parse((await files.readAll(sha256)).toString('utf8')) as PyramidManifest
  return { tileSizePx: manifest.tile_size, levels: manifest.levels, tiles: manifest.tiles }
}

export async function readPyramids(files: FileStore, names: readonly string[]): Promise<Map<string, TilePyramid>> {
  return new Map(await Promise.all(names.map(async (name) => [name, await readPyramid(files, name)] as const)))
}
