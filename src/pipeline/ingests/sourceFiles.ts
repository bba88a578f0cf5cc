import type { SourceFile } from '../../interchange/layouts/layout.ts'

/** Where the bytes of a file of a source are, besides what layouts see of it. */
export interface FilePlace {
  /** What a job names it by; null: its bytes become a file of the project first. */
  address: string | null
  /** What identifies its content without reading it: a hash of bytes, or an address. */
  contentId: string | null
  /** The whole file on this machine, where it is already. */
  localPath?(): Promise<string>
}

/** Files of a source with their places; the later of two files of one path is called by another. */
export class SourceFiles {
  readonly #files = new Map<string, SourceFile>()
  readonly #places = new WeakMap<SourceFile, FilePlace>()

  /** The file, under its path or, where that is taken, under `otherwise`; false if that is taken too. */
  add(file: SourceFile, place: FilePlace, otherwise: string): boolean {
    const path = this.#files.has(file.path) ? otherwise : file.path
    if (this.#files.has(path)) return false
    const named = path === file.path ? file : renamed(file, path)
    this.#files.set(path, named)
    this.#places.set(named, place)
    return true
  }

  placeOf(file: SourceFile): FilePlace {
    const place = this.#places.get(file)
    if (!place) throw new Error(`${file.path} is no file of this source`)
    return place
  }

  list(): SourceFile[] {
    return [...this.#files.values()]
  }
}

const renamed = (file: SourceFile, path: string): SourceFile => ({
  path,
  bytes: file.bytes,
  read: (start, end) => file.read(start, end),
  stream: () => file.stream(),
})
