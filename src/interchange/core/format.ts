import type { TObject } from 'typebox'
import type { AnnotationType } from '../../model/annotationType.ts'
import type { Archive } from './archive.ts'
import type { ExportSet } from './exportSet.ts'
import type { Losses } from './losses.ts'
import type { Reader } from './reader.ts'

/**
 * A format that labels leave in or come in by. One folder of `interchange` each; the list of them is `formats.ts`.
 * Documentation, console and clients are made from what stands here (GET /v1/formats).
 */
export interface Format {
  /** Its name in requests, such as `yolo_detect`. */
  format: string
  title: string
  /** One sentence: what it carries and what it cannot. */
  description: string
  annotationTypes: readonly AnnotationType[]
  /** Changes when the same choice no longer gives the same bytes; stands in manifest.json. */
  version: string
  /** Where the format is specified. */
  specUrl: string
  /** A closed schema: an unknown option is refused. */
  options: TObject
  /** Every kind that losses.json may name for it, besides those of every format (`COMMON_LOSSES`). */
  losses: readonly string[]
  /** Whether it carries relations of objects; else they are counted as lost. */
  keepsRelations?: true
  /** Whether original images and clouds may be left out: `imagefolder` is nothing without them. */
  files: 'optional' | 'required'
  /** Names of entries in the order they are written, for the preview; NAME and SPLIT stand for themselves. */
  tree: readonly string[]
  /** The number that the files give the first class; the others follow in order. Absent where they write no numbers. */
  firstClassNumber?: 0 | 1
  /** How a class's name is written where the format cannot write it as it is; manifest.json maps it. */
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
