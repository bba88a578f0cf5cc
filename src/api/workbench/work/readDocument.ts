import { gunzipSync } from 'node:zlib'
import {
  type PackedDocument,
  packDocument,
  packFile,
  unpackDocument,
} from '../../../formats/document/packedDocument.ts'
import { type AnnotatedDocument, emptyDocument } from '../../../model/document/document.ts'
import type { DocumentOperation } from '../../../model/document/operations/documentOperation.ts'
import { applyOperations } from '../../../model/document/operations/operations.ts'
import type { Operation } from '../../../model/operation.ts'

/** A document as it is kept: a file, whole or gzipped, and the batches that came after it. */
export interface KeptDocument {
  /** null: it began empty. */
  file: Uint8Array | null
  isZipped: boolean
  /** JSON each. */
  batches: readonly string[]
  operation: Operation
  frameCount: number
}

export function readDocument({ file, isZipped, batches, operation, frameCount }: KeptDocument): PackedDocument {
  const packed = file && packFile(isZipped ? gunzipSync(file) : file)
  if (packed && batches.length === 0) return packed
  const start = packed ? unpackDocument(packed) : emptyDocument(operation, frameCount)
  return packDocument(applyBatches(start, batches))
}

const applyBatches = (document: AnnotatedDocument, batches: readonly string[]): AnnotatedDocument =>
  batches.reduce((made, text) => applyOperations(made, JSON.parse(text) as DocumentOperation[]), document)
