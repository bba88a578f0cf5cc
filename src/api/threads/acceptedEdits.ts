import { randomUUID } from 'node:crypto'
import { editsToAnswer, isAnswerRecord } from '../../formats/assistants/answerRecord.ts'
import { isLabelRecord } from '../../formats/assistants/labelAnswer.ts'
import { isMergeRecord } from '../../formats/assistants/mergeRecord.ts'
import type { Proposed } from '../../formats/assistants/proposed.ts'
import { suggestedLabels } from '../../formats/assistants/suggestedLabels.ts'
import { acceptedTracks } from '../../formats/assistants/suggestedTracks.ts'
import { readThrough } from '../../formats/document/encodedDocument.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { type PackedDocument, unpackDocument } from '../../formats/document/packedDocument.ts'
import { type JobSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { editsToAdd } from '../../model/document/edits/addTracks.ts'
import { editsToJoin } from '../../model/document/edits/joinPairs.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'

export interface AcceptOrder {
  job: JobSnapshot
  document: PackedDocument
  labels: Uint8Array | null
  suggestions: readonly Proposed[]
}

/** Edits that take suggestions into a document; what a person has made stays. */
export function acceptedEdits({ job: kept, document: packed, labels, suggestions }: AcceptOrder): Edit[] {
  const { job } = openJobSnapshot(kept)
  const document = readThrough(unpackDocument(packed))
  if (labels) {
    const records = suggestions.map(({ record }) => record).filter(isLabelRecord)
    return suggestedLabels(document, decodeLabels(labels), job.tag, records, randomUUID)
  }
  const pairs = suggestions.flatMap(({ record }) => (isMergeRecord(record) ? [record.merge] : []))
  const answers = suggestions.flatMap(({ record }) => (isAnswerRecord(record) ? [record] : []))
  const objects = suggestions.filter(({ record }) => !isMergeRecord(record) && !isAnswerRecord(record))
  const tracks = acceptedTracks(job, objects, randomUUID)
  return [...editsToAdd(document, tracks), ...editsToJoin(document, pairs), ...editsToAnswer(document, answers)]
}
