import type { Track } from '../../model/document/document.ts'

type Numbered = Pick<Track, 'id' | 'classId'>

/**
 * Numbers within the class: car 1, car 2. An object keeps its number while the job is open, also when others are
 * deleted and when it is brought back; a job that is opened again is counted in the order of its document.
 */
export class ObjectNumbers {
  readonly #byClass = new Map<string, Map<string, number>>()

  constructor(tracks: Iterable<Numbered>) {
    for (const track of tracks) this.of(track)
  }

  /** The next free one for an object that was not there yet. */
  of({ id, classId }: Numbered): number {
    const numbers = this.#byClass.get(classId) ?? new Map<string, number>()
    const number = numbers.get(id) ?? numbers.size + 1
    this.#byClass.set(classId, numbers.set(id, number))
    return number
  }
}
