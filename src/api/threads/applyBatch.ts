import { type EncodedDocument, EncodedEdits } from '../../formats/document/encodedDocument.ts'
import { type PackedDocument, packDocument, unpackDocument } from '../../formats/document/packedDocument.ts'
import { type Edit, EditError } from '../../model/document/operations/documentOperation.ts'
import { checkLabelRuns } from '../../model/document/operations/labelRuns.ts'
import { jsonBytes } from './readBatch.ts'

/** An operation that does not fit the document, by its place in the batch. */
export interface InapplicableEdit {
  index: number
  message: string
}

export interface AppliedBatch<Document, Operations> {
  /** The document after the batches that fit. */
  document: Document
  refused: InapplicableEdit[]
  /** Those that fit. */
  fitting: Operations
}

/** Applies operations one by one; those on labels are held against their cloud. What does not fit is passed over. */
export function applySavedBatch(
  document: EncodedDocument,
  operations: readonly Edit[],
  pointCount: number,
): AppliedBatch<EncodedDocument, Edit[]> {
  const refused: InapplicableEdit[] = []
  const fitting: Edit[] = []
  const edits = new EncodedEdits(document)
  operations.forEach((operation, index) => {
    try {
      if (operation.type === 'setLabels') checkLabelRuns(operation.runs, pointCount)
      edits.apply(operation)
      fitting.push(operation)
    } catch (error) {
      if (!(error instanceof EditError)) throw error
      refused.push({ index, message: error.message })
    }
  })
  return { document: edits.document(), refused, fitting }
}

export interface BatchOrder {
  document: PackedDocument
  /** JSON. */
  operations: Uint8Array
  pointCount: number
}

/** The same for another thread. */
export function applyBatchBytes(order: BatchOrder): AppliedBatch<PackedDocument, Uint8Array> {
  const list: Edit[] = JSON.parse(new TextDecoder().decode(order.operations))
  const { document, refused, fitting } = applySavedBatch(unpackDocument(order.document), list, order.pointCount)
  return {
    document: packDocument(document),
    refused,
    fitting: refused.length > 0 ? jsonBytes(fitting) : order.operations,
  }
}
