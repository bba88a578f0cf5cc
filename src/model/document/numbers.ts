import type { AnnotatedDocument, Track } from './document.ts'

/**
 * Objects are numbered within their class, from 1, in the order of creation. A number stays with its object: it is not
 * reused after the object is deleted, and changes only with the class.
 */

/** Numbers that come with results and predictions end here; those that are counted on from them may be higher. */
export const MAX_GIVEN_NUMBER = 1_000_000_000

/** The number that the next object of a class gets. */
export const nextNumber = ({ numbers }: AnnotatedDocument, classId: string): number => (numbers.get(classId) ?? 0) + 1

/** The counters after a number was given. */
export function withNumberGiven(document: AnnotatedDocument, classId: string, number: number): AnnotatedDocument {
  if (number <= (document.numbers.get(classId) ?? 0)) return document
  return { ...document, numbers: new Map(document.numbers).set(classId, number) }
}

/** Numbers all objects without a number, after the highest one of their class, in the order of the document. */
export function numbered(document: AnnotatedDocument): AnnotatedDocument {
  const numbers = new Map(document.numbers)
  for (const { classId, number = 0 } of document.tracks.values()) {
    numbers.set(classId, Math.max(number, numbers.get(classId) ?? 0))
  }
  const tracks = new Map<string, Track>()
  for (const [id, track] of document.tracks) {
    if (track.number !== undefined) {
      tracks.set(id, track)
      continue
    }
    const number = (numbers.get(track.classId) ?? 0) + 1
    numbers.set(track.classId, number)
    tracks.set(id, { ...track, number })
  }
  return { ...document, tracks, numbers }
}

/** A track that is to become a new object: it gets its number where it is added. */
export function withoutNumber<T extends { number?: number }>({ number: _, ...track }: T): Omit<T, 'number'> {
  return track
}
