import type { AnnotatedDocument } from '../../model/document/document.ts'

/** A relation with the object that it starts from. */
export interface RelationLink {
  from: string
  name: string
  to: string
}

const known = new WeakMap<AnnotatedDocument['tracks'], readonly RelationLink[]>()

/** All relations of a document, worked out once. */
function allLinks({ tracks }: Pick<AnnotatedDocument, 'tracks'>): readonly RelationLink[] {
  const before = known.get(tracks)
  if (before) return before
  const links = [...tracks.values()].flatMap(({ id, relations = [] }) =>
    relations.map(({ name, to }) => ({ from: id, name, to })),
  )
  known.set(tracks, links)
  return links
}

/** Relations that start or end at one of these objects. */
export const relationLinksOf = (
  document: Pick<AnnotatedDocument, 'tracks'>,
  ids: ReadonlySet<string>,
): RelationLink[] => allLinks(document).filter(({ from, to }) => ids.has(from) || ids.has(to))
