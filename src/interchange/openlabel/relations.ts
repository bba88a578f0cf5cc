import type { ExportJob } from '../core/exportSet.ts'
import { type RelationRecord, relationRecords } from '../records/relationRecords.ts'
import type { SentOpenLabel } from './document.ts'
import type { LabelObjects } from './objects.ts'
import { cameraObjectUid, objectUid } from './uid.ts'

/** `relations` of a document: a name, with one subject and one object each. */
export function openRelations({ document, referenceId }: ExportJob, objects: LabelObjects): Record<string, object> {
  const agent = (trackId: string) => {
    const uid = objectUid(referenceId, trackId)
    return [{ uid: objects.has(uid) ? uid : cameraObjectUid(referenceId, trackId), type: 'object' }]
  }
  return Object.fromEntries(
    relationRecords(document).map(({ from, name, to }, index) => [
      String(index),
      { name, type: name, rdf_subjects: agent(from), rdf_objects: agent(to) },
    ]),
  )
}

/** A relation of a document, each subject with each object; null: it is not one between objects. */
export function* sentRelations(
  { relations = {}, objects: known = {} }: SentOpenLabel,
  idOf: (uid: string) => string,
): Generator<{ key: string; records: RelationRecord[] | null }> {
  for (const [key, { type, rdf_subjects: subjects = [], rdf_objects: objects = [] }] of Object.entries(relations)) {
    const isObject = ({ uid, type: kind = 'object' }: (typeof subjects)[number]) =>
      kind === 'object' && Object.hasOwn(known, uid)
    const records = subjects.flatMap(({ uid: from }) =>
      objects.map(({ uid: to }) => ({ from: idOf(from), name: type, to: idOf(to) })),
    )
    yield { key, records: records.length > 0 && [...subjects, ...objects].every(isObject) ? records : null }
  }
}
