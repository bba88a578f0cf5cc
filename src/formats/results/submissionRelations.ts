import { memberPath } from '../../json/text.ts'
import { relationFaults } from '../../model/checks/relations.ts'
import type { AnnotatedDocument, Track } from '../../model/document/document.ts'
import { withRelations } from '../../model/document/edit.ts'
import { distinctRelations, NO_RELATIONS, type Relation } from '../../model/relation.ts'
import type { Tag } from '../../model/tag.ts'
import { wordsFor } from '../errors/fault.ts'
import type { FailureList } from './failureList.ts'
import { asRecord, type JsonObject, optional, readList, readString } from './read.ts'

type Tracks = AnnotatedDocument['tracks']

const FAULT_TYPES = { target: 'UNKNOWN', classes: 'NOT_ALLOWED', max: 'OUT_OF_RANGE' } as const

/** Relations of a submitted result. They are read where the tag declares some; whether they fit is known at the end. */
export class SubmittedRelations {
  readonly #tag: Tag
  readonly #failures: FailureList
  readonly #onLeftOut: ((field: string, name: string) => void) | undefined
  /** The path of each track's relations. */
  readonly #paths = new Map<string, string>()

  constructor(tag: Tag, failures: FailureList, onLeftOut?: (field: string, name: string) => void) {
    this.#tag = tag
    this.#failures = failures
    this.#onLeftOut = onLeftOut
  }

  /** The track with the relations of its record. */
  read(track: Track, record: JsonObject, path: string): Track {
    const failures = this.#failures
    const isAsked = this.#tag.relations !== undefined || this.#onLeftOut !== undefined
    if (!isAsked || optional(record, 'relations') === undefined) return track
    const field = memberPath(path, 'relations')
    this.#paths.set(track.id, field)
    const list = readList(record, 'relations', path, failures)
    const read: Relation[] = []
    for (let i = 0; list && i < list.length && !failures.isFull; i++) {
      const at = `${field}[${i}]`
      const entry = asRecord(list.at(i), at, failures)
      const name = entry && readString(entry, 'name', at, failures)
      const to = entry && readString(entry, 'to', at, failures)
      if (name !== null && to !== null) read.push({ name, to })
    }
    if (distinctRelations(read).length < read.length)
      failures.add(field, 'DUPLICATE', wordsFor('each relation once', list))
    return withRelations(track, read)
  }

  /** Relations of a record of one frame would be lost: they are of the object. */
  refuse(record: JsonObject, path: string, place: string): void {
    if (this.#tag.relations && optional(record, 'relations') !== undefined)
      this.#failures.add(memberPath(path, 'relations'), 'NOT_ALLOWED', wordsFor(place, record.relations))
  }

  /** Reports those that do not fit, once all objects could be read. */
  check(tracks: Tracks): void {
    if (this.#failures.all.length > 0) return
    for (const { track, index, relation, kind, expected } of relationFaults(tracks, this.#tag)) {
      const at = `${this.#paths.get(track.id)}[${index}]`
      if (kind === 'target') this.#failures.add(`${at}.to`, FAULT_TYPES[kind], wordsFor(expected, relation.to))
      else this.#failures.add(at, FAULT_TYPES[kind], wordsFor(expected, relation.name))
    }
  }

  /** Without those that do not fit: the tag of an earlier result may have changed since, a data set has other ones. */
  fitting(tracks: Tracks): Tracks {
    const faults = [...relationFaults(tracks, this.#tag)]
    const faulty = new Set(faults.map(({ relation }) => relation))
    for (const { track, index, relation } of faults)
      this.#onLeftOut?.(`${this.#paths.get(track.id)}[${index}]`, relation.name)
    if (faulty.size === 0) return tracks
    const kept = (track: Track) => (track.relations ?? NO_RELATIONS).filter((relation) => !faulty.has(relation))
    return new Map(Array.from(tracks, ([id, track]) => [id, withRelations(track, kept(track))]))
  }
}
