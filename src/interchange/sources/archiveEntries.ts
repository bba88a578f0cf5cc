import type { SourceFile } from '../layouts/layout.ts'

/** An opened archive as a folder. */
export interface ArchiveEntries {
  files: readonly SourceFile[]
  /** Names of entries that are links: they are not followed. */
  links: readonly string[]
  close(): Promise<void>
}
