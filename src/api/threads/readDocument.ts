import { gunzipSync } from 'node:zlib'
import { type EncodedDocument, EncodedEdits, encodeTracks } from '../../formats/document/encodedDocument.ts'
import { type PackedDocument, packDocument, packFile, unpackDocument } from '../../formats/document/packedDocument.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import type { Attribute } from '../../model/attribute.ts'
import { emptyDocument } from '../../model/document/document.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { withTagDefaults } from '../../model/document/startDocument.ts'

/** A stored document: a file, plain or gzipped, and the batches after it. */
export interface KeptDocument {
  /** null: it started empty. */
  file: Uint8Array | null
  isZipped: boolean
  /** JSON each. */
  batches: readonly string[]
  annotationType: AnnotationType
  frameCount: number
  /** The tag's own: without a file the document starts with their defaults. */
  tagAttributes: readonly Attribute[]
}

export function readDocument(kept: KeptDocument): PackedDocument {
  const { file, isZipped, batches } = kept
  const packed = file && packFile(isZipped ? gunzipSync(file) : file)
  if (packed && batches.length === 0) return packed
  const start = packed ? unpackDocument(packed) : startDocument(kept)
  const edits = new EncodedEdits(start)
  for (const text of batches) {
    const operations: Edit[] = JSON.parse(text)
    for (const operation of operations) edits.apply(operation)
  }
  return packDocument(edits.document())
}

const startDocument = ({ annotationType, frameCount, tagAttributes }: KeptDocument): EncodedDocument =>
  encodeTracks(withTagDefaults(emptyDocument(annotationType, frameCount), { attributes: tagAttributes }))
