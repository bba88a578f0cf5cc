import type { TObject } from 'typebox'
import type { AnnotationType } from '../../model/annotationType.ts'
import type { Archive } from './archive.ts'
import type { ExportSet } from './exportSet.ts'
import type { Losses } from './losses.ts'
import type { Reader } from './reader.ts'

/**
 * A format in which labels are exported or imported. Each has one folder of `interchange`; `formats.ts` lists them.
 * Documentation, console and clients are generated from these fields (GET /v1/formats).
 */
export interface Format {
  /** Its name in requests, such as `yolo_detect`. */
  format: string
  title: string
  /** One sentence: what it carries and what it cannot. */
  description: string
  annotationTypes: readonly AnnotationType[]
  /** Changes when the same choice no longer gives the same bytes; manifest.json contains it. */
  version: string
  /** Where the format is specified. */
  specUrl: string
  /** A closed schema: an unknown option is refused. */
  options: TObject
  /** Every kind that losses.json may name for it, besides those of every format (`COMMON_LOSSES`). */
  losses: readonly string[]
  /** Whether it can hold relations of objects; otherwise they count as lost. */
  keepsRelations?: true
  /** Whether original images and clouds may be left out: `imagefolder` needs them. */
  files: 'optional' | 'required'
  /** Names of entries in the order they are written, for the preview; NAME and SPLIT are placeholders. */
  tree: readonly string[]
  /** The number that the files give the first class; the others follow in order. Absent if they write no numbers. */
  firstClassNumber?: 0 | 1
  /** The spelling of a class name that the format cannot write unchanged; manifest.json maps it. */
  className?(name: string): string
  write?: Writer
  read?: Reader
}

/** Writes every entry of the archive but manifest.json and losses.json. @throws ExportError */
export type Writer = (set: ExportSet, archive: Archive, losses: Losses) => Promise<void>

/** The set cannot be written in this format; `code` is shown to the person who requested the export. */
export class ExportError extends Error {
  override readonly name = 'ExportError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
