import type { AttributeValue } from '../../model/attribute.ts'
import { isAttributeValue } from '../../model/attribute.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { isJsonObject } from '../results/read.ts'

/** A suggestion that answers an attribute of the image or the job. */
export interface AnswerRecord {
  attribute: string
  value: AttributeValue
}

export const isAnswerRecord = (record: unknown): record is AnswerRecord =>
  isJsonObject(record) && typeof record.attribute === 'string' && isAttributeValue(record.value)

/** Answers the attributes that have no answer of a person yet. */
export const editsToAnswer = (document: AnnotatedDocument, records: readonly AnswerRecord[]): Edit[] =>
  records
    .filter(({ attribute }) => !document.jobAttributes.has(attribute))
    .map(({ attribute: name, value }) => ({ type: 'setJobAttribute', name, value }))
