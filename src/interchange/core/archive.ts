import type { ExportFrame, ExportJob } from './exportSet.ts'

export type Piece = string | Uint8Array
export type Content = Piece | Iterable<Piece> | AsyncIterable<Piece>

/** Where an entry comes from, for manifest.json. */
export interface EntryOrigin {
  job: ExportJob
  frame?: ExportFrame
}

/** An archive in the making: entries are written as they come and never held whole. */
export interface Archive {
  /**
   * Writes one entry and resolves when it is in the archive. `name` is ASCII, with `/` between parts of at most 200
   * bytes, unique regardless of case.
   * @throws TypeError for any other name: names are made by the service.
   */
  add(name: string, content: Content, origin?: EntryOrigin): Promise<void>
  /** Notes in manifest.json that the entry `name` also has content of this job or frame. */
  note(name: string, origin: EntryOrigin): void
  /** A place for text that belongs to an entry to be written later; on disk when it grows. */
  spool(): Spool
}

export interface Spool {
  /** The number of writes. */
  readonly count: number
  write(text: string): void
  /** Waits until the written data has left memory; call it after each job. */
  flush(): Promise<void>
  /** Everything that was written; ends writing, and can be called again. */
  content(): AsyncIterable<Piece>
}
