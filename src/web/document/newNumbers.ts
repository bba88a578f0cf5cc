import type { AnnotatedDocument } from '../../model/document/document.ts'
import { withoutNumber } from '../../model/document/numbers.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'

/** Objects that are not there yet are new ones, whatever they were copied from. */
export const withNewNumbers = ({ tracks }: AnnotatedDocument, operations: readonly Edit[]): Edit[] =>
  operations.map((operation) => {
    if (operation.type === 'setClass') return withoutNumber(operation)
    return operation.type === 'putTrack' && !tracks.has(operation.track.id)
      ? { ...operation, track: withoutNumber(operation.track) }
      : operation
  })
