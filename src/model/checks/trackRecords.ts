import type { AnnotatedDocument, Track } from '../document/document.ts'
import { type CuboidRecord, type FlatRecord, recordsOf, type SpaceRecord } from '../document/records.ts'

/** The independent records of one track: it excludes a camera's box that follows a cuboid. */
export interface TrackRecords {
  track: Track
  cuboids: CuboidRecord[]
  spaces: SpaceRecord[]
  /** By sensor; IMAGE_VIEW in images and videos. */
  views: Map<string, FlatRecord[]>
  /** All frames in which the object is, ascending. */
  frames: number[]
}

/** Walked once for all checks: resolving a record costs more than looking at it. */
export function trackRecords(document: Pick<AnnotatedDocument, 'frameCount'>, track: Track): TrackRecords {
  const records: TrackRecords = { track, cuboids: [], spaces: [], views: new Map(), frames: [] }
  const { cuboids, spaces, views, frames } = records
  for (const record of recordsOf(document, track)) {
    if (frames.at(-1) !== record.frame) frames.push(record.frame)
    if (record.kind === 'cuboid') cuboids.push(record)
    else if (record.kind === 'space') spaces.push(record)
    else if (record.kind === 'flat') {
      const view = views.get(record.sensorId)
      if (view) view.push(record)
      else views.set(record.sensorId, [record])
    }
  }
  return records
}

/** Where a finding of a track is: all its frames, of which the first is one click away. */
export const findingAt = ({ id: trackId }: Track, frames: readonly number[], sensorId?: string) => ({
  where: { trackId, frame: frames[0], ...(sensorId !== undefined && { sensorId }) },
  frames,
})

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
