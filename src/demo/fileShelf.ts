import sharp from 'sharp'
import type { StreetFile } from './street/jobs.ts'
import type { RenderedImage } from './street/render.ts'

/** The files of the jobs by their place under /files/; made when they are first asked for, since most never are. */
export class FileShelf {
  readonly #files = new Map<string, StreetFile>()
  readonly #made = new Map<string, Promise<Uint8Array>>()

  add(folder: string, files: readonly StreetFile[]): void {
    for (const file of files) this.#files.set(`${folder}/${file.path}`, file)
  }

  /** null if there is none. */
  read(path: string): Promise<Uint8Array> | null {
    const file = this.#files.get(path)
    if (!file) return null
    const bytes = this.#made.get(path) ?? make(file)
    this.#made.set(path, bytes)
    return bytes
  }
}

async function make(file: StreetFile): Promise<Uint8Array> {
  return file.kind === 'pcd' ? file.bytes() : encodeImage(file.render())
}

/** JPEG, as cameras send it. */
export function encodeImage({ rgb, width, height }: RenderedImage): Promise<Uint8Array> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}
