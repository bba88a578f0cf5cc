import type { Dimensions } from '../../../geometry/cuboid.ts'
import type { Track } from '../../../model/document/document.ts'
import { isPersons } from '../../../model/document/edits/placeCuboid.ts'

/** Sizes of the objects of a class, but one, whose boxes people placed: those of machines show what machines expect. */
export function placedSizes(tracks: Iterable<Track>, classId: string, except: Track | null): Dimensions[] {
  return [...tracks].flatMap((track) =>
    track.classId === classId &&
    track.id !== except?.id &&
    track.cuboid?.keys.some(({ frame }) => isPersons(track, frame))
      ? [track.cuboid.dimensions]
      : [],
  )
}
