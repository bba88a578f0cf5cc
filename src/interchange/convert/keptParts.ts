import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResultDocument } from '../../formats/results/schemas.ts'
import type { PointLabels } from '../../model/document/document.ts'

/** Results that wait on the disk: data sets are larger than memory. */
export class KeptParts {
  readonly #folder: string
  #count = 0

  /** `folder` is removed by the caller. */
  constructor(folder: string) {
    this.#folder = folder
  }

  async keep(document: ResultDocument): Promise<() => Promise<ResultDocument>> {
    const path = this.#next()
    await writeFile(path, JSON.stringify(document))
    return async () => {
      const kept: ResultDocument = JSON.parse(await readFile(path, 'utf8'))
      return kept
    }
  }

  async keepLabels(labels: PointLabels): Promise<() => Promise<Uint32Array>> {
    const path = this.#next()
    const words = Uint32Array.from(labels)
    await writeFile(path, new Uint8Array(words.buffer))
    return async () => {
      const bytes = await readFile(path)
      return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
    }
  }

  #next(): string {
    return join(this.#folder, `kept-${this.#count++}`)
  }
}
