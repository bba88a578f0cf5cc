import type { SentArchive } from './reader.ts'

/** Parts of the names of entries. */

export const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** Tools on Windows write its separators. */
export const withSlashes = (name: string): string => name.replaceAll('\\', '/')

export const withoutEnding = (name: string): string => name.replace(/\.[^./]*$/, '')

const IMAGE = /\.(jpe?g|png|webp|gif|avif|tiff?|bmp)$/i

export const isImageName = (name: string): boolean => IMAGE.test(name)

/** Finds entries by the names that data sets give their images, in time that does not grow with the archive. */
export class EntryIndex {
  readonly #byBase = new Map<string, string[]>()

  constructor({ names }: Pick<SentArchive, 'names'>) {
    for (const name of names) {
      const same = this.#byBase.get(baseName(name))
      if (same) same.push(name)
      else this.#byBase.set(baseName(name), [name])
    }
  }

  /** The entry whose whole name ends with it, otherwise the first one with the same last part. */
  find(name: string): string | null {
    const same = this.#byBase.get(baseName(name)) ?? []
    return same.find((entry) => entry === name || entry.endsWith(`/${name}`)) ?? same[0] ?? null
  }
}
