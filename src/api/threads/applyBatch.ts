import { type PackedDocument, packDocument, unpackDocument } from '../../formats/document/packedDocument.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import { type Edit, EditError } from '../../model/document/operations/documentOperation.ts'
import { checkLabelRuns } from '../../model/document/operations/labelRuns.ts'
import { applyEdit, inOneChangeSet } from '../../model/document/operations/operations.ts'
import { jsonBytes } from './readBatch.ts'

/** An operation that does not fit the document, by its place in the batch. */
export interface Unfit {
  index: number
  message: string
}

export interface AppliedBatch<Document, Operations> {
  /** After those that fit. */
  document: Document
  refused: Unfit[]
  /** Those that fit. */
  fitting: Operations
}

/** Applies operations one by one; those on labels are held against their cloud. What does not fit is passed over. */
export function applySavedBatch(
  document: AnnotatedDocument,
  operations: readonly Edit[],
  pointCount: number,
): AppliedBatch<AnnotatedDocument, Edit[]> {
  const refused: Unfit[] = []
  const fitting: Edit[] = []
  const one = (before: AnnotatedDocument, operation: Edit, index: number) => {
    try {
      if (operation.type === 'setLabels') checkLabelRuns(operation.runs, pointCount)
      const after = applyEdit(before, operation)
      fitting.push(operation)
      return after
    } catch (error) {
      if (!(error instanceof EditError)) throw error
      refused.push({ index, message: error.message })
      return before
    }
  }
  return { document: inOneChangeSet(document, (start) => operations.reduce(one, start)), refused, fitting }
}

export interface BatchOrder {
  document: PackedDocument
  /** JSON. */
  operations: Uint8Array
  pointCount: number
}

/** The same for another thread. */
export function applyBatchBytes(order: BatchOrder): AppliedBatch<PackedDocument, Uint8Array> {
  const list = JSON.parse(new TextDecoder().decode(order.operations)) as Edit[]
  const { document, refused, fitting } = applySavedBatch(unpackDocument(order.document), list, order.pointCount)
  return {
    document: packDocument(document),
    refused,
    fitting: refused.length > 0 ? jsonBytes(fitting) : order.operations,
  }
}
