import type { AnnotatedDocument } from '../document/document.ts'
import { classById, type Tag } from '../tag.ts'
import { type FrameTimes, isTooFast } from './motion.ts'
import { trackRecords } from './trackRecords.ts'

/** Frames from which on to the next one some object moves or turns faster than it can, as the vehicle sees it. */
export function fastFrames(document: AnnotatedDocument, tag: Tag, times: FrameTimes): number[] {
  const classes = classById(tag)
  const frames = new Set<number>()
  for (const track of document.tracks.values()) {
    const { cuboids } = trackRecords(document, track)
    for (let i = 1; i < cuboids.length; i++) {
      const [last, now] = [cuboids[i - 1], cuboids[i]]
      if (!isTooFast(last, now, classes.get(track.classId), times)) continue
      for (let frame = last.frame; frame < now.frame; frame++) frames.add(frame)
    }
  }
  return [...frames].sort((a, b) => a - b)
}
