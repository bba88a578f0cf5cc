import type { GeometryKind } from '../../model/annotationType.ts'
import { tracksLackingAttributes } from '../../model/checks/attributes.ts'
import type { AnnotatedDocument, Track } from '../../model/document/document.ts'
import { type Span, spansOf } from '../../model/document/edits/keySpans.ts'
import { trackPaths } from '../../model/document/trackPaths.ts'
import { classById, type Tag } from '../../model/tag.ts'
import { UNKNOWN_CLASS } from '../tokens.ts'
import { heldFrameCount } from './heldFrames.ts'

/** The owner of the objects; an EditorSession is one. */
export interface Named {
  document: AnnotatedDocument
  job: { tag: Tag }
}

export interface ObjectRow {
  id: string
  className: string
  color: string
  /** Within its class. */
  number: number
  /** null if it has none in any frame. */
  form: GeometryKind | null
  /** Frames with a shape, ascending; null if there are none, or in an image. */
  spans: readonly Span[] | null
  /** Frames in which it only stays where it was placed last. */
  heldFrames: number
  /** A required attribute has no value. */
  isIncomplete: boolean
}

/** What an object is called: its class and its number; null when it is not there. */
export function objectName({ document, job }: Named, trackId: string, unknownClass: string): string | null {
  const track = document.tracks.get(trackId)
  if (!track) return null
  const tagClass = job.tag.classes.find(({ classId }) => classId === track.classId)
  return `${tagClass?.name ?? unknownClass} ${track.number ?? 0}`
}

/** One row an object, in the order of the document. */
export function objectRows({ document, job }: Named, unknownClass: string): ObjectRow[] {
  const classes = classById(job.tag)
  const incomplete = tracksLackingAttributes(document, job.tag)
  return Array.from(document.tracks.values(), (track) => {
    const tagClass = classes.get(track.classId)
    return {
      id: track.id,
      className: tagClass?.name ?? unknownClass,
      color: tagClass?.color ?? UNKNOWN_CLASS,
      number: track.number ?? 0,
      form: formOf(track),
      heldFrames: document.frameCount > 1 ? heldFrameCount(track, document.frameCount) : 0,
      spans: document.frameCount > 1 ? spansOfTrack(track, document.frameCount) : null,
      isIncomplete: incomplete.has(track.id),
    }
  })
}

/** The form of its cuboid, otherwise of its first shape. */
function formOf({ cuboid, views }: Track): GeometryKind | null {
  if (cuboid) return 'cuboid'
  for (const { keys } of views.values()) for (const key of keys) if (key.kind === 'shape') return key.shape.type
  return null
}

/** Spans in any view; views that follow the cuboid share its spans. */
function spansOfTrack(track: Track, frameCount: number): ObjectRow['spans'] {
  const paths = trackPaths(track).flatMap(([, path]) => ('follows' in path && path.follows ? [] : [path]))
  const spans: Span[] = []
  for (const span of paths.flatMap(({ keys }) => spansOf(keys, frameCount)).sort((a, b) => a.first - b.first)) {
    const before = spans.at(-1)
    if (before && span.first <= before.last + 1) {
      spans[spans.length - 1] = { first: before.first, last: Math.max(before.last, span.last) }
    } else spans.push(span)
  }
  return spans.length === 0 ? null : spans
}

/** Whether the object is somewhere at the frame, as one without frames always is. */
export const isAtFrame = ({ spans }: ObjectRow, frame: number): boolean =>
  spans === null || spans.some(({ first, last }) => first <= frame && frame <= last)

/** Rows with the words in name or id, and at the frame where one is given. */
export function filteredRows(rows: readonly ObjectRow[], search: string, frame: number | null): readonly ObjectRow[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '' && frame === null) return rows
  return rows.filter(
    (row) =>
      `${row.className} ${row.number} ${row.id}`.toLowerCase().includes(wanted) &&
      (frame === null || isAtFrame(row, frame)),
  )
}

/** Classes in the order of their names, objects of one in the order of their numbers. */
export const byClass = (rows: readonly ObjectRow[]): readonly ObjectRow[] =>
  rows.toSorted((a, b) => a.className.localeCompare(b.className) || a.number - b.number)

/** Ids of the rows from one to the other, both included, in either direction. */
export function idsBetween(rows: readonly ObjectRow[], a: string, b: string): string[] {
  const from = rows.findIndex(({ id }) => id === a)
  const to = rows.findIndex(({ id }) => id === b)
  if (from < 0 || to < 0) return [b]
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id)
}
