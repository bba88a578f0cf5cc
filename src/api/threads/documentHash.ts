import { createHash } from 'node:crypto'
import { aroundTracks } from '../../formats/document/canonicalDocument.ts'
import { type PackedDocument, unpackDocument } from '../../formats/document/packedDocument.ts'

/** SHA-256 of the canonical JSON of a document. Tracks are stored as canonical JSON, so only the rest is written. */
export function documentHash(packed: PackedDocument): string {
  const [before, after] = aroundTracks(unpackDocument({ ...packed, trackIds: [] }).head)
  const hash = createHash('sha256').update(before)
  packed.pieces.forEach((piece, index) => {
    if (index > 0) hash.update(',')
    hash.update(piece)
  })
  return hash.update(after).digest('hex')
}
