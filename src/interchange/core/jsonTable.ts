import type { Archive, Piece, Spool } from './archive.ts'

/** A list of JSON objects that grows on the disk, for formats that keep tables. */
export class JsonTable {
  readonly #spool: Spool

  constructor(archive: Archive) {
    this.#spool = archive.spool()
  }

  add(row: object): void {
    this.#spool.write(`${this.#spool.count === 0 ? '' : ','}\n${JSON.stringify(row)}`)
  }

  flush(): Promise<void> {
    return this.#spool.flush()
  }

  async *content(): AsyncGenerator<Piece> {
    yield '['
    yield* this.#spool.content()
    yield '\n]\n'
  }
}
