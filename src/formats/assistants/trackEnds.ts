import { type AnnotatedDocument, IMAGE_VIEW, type Track } from '../../model/document/document.ts'
import { keysOf } from '../../model/document/edits/paths.ts'
import { cuboidAt, flatAt } from '../../model/document/interpolate.ts'
import { type CameraOfFrame, projectedBy } from '../../model/document/projectedBoxes.ts'
import type { Tag } from '../../model/tag.ts'
import type { JobInput } from '../jobBody/input.ts'
import type { JsonObject } from '../results/read.ts'

/** A box of an object in one frame, in shares of the image. */
export interface EndBox {
  frame: number
  /** The field of its file. */
  field: string
  left: number
  top: number
  right: number
  bottom: number
}

/** Where an object comes and where it goes, in a video or as one camera sees it. */
export interface TrackEnds {
  trackId: string
  /** '' in videos. */
  sensorId: string
  /** Place of its class in the tag. */
  classIndex: number
  /** null: it is not seen there. */
  first: EndBox | null
  last: EndBox | null
}

interface EndsJob {
  tag: Pick<Tag, 'classes'>
  input: JobInput
  /** For a job with lidars: its calibrated camera images. */
  cameras: readonly CameraOfFrame[]
}

/**
 * The first and last boxes of the objects that an input of `track` names, between its frames; objects without boxes
 * there are left out.
 */
export function trackEnds(
  document: AnnotatedDocument,
  { tag, input: job, cameras }: EndsJob,
  asked: JsonObject,
): TrackEnds[] {
  if (job.kind === 'image') return []
  const frameIds: string[] = job.frames.map(({ frameId }) => frameId)
  const ends = [frameIds.indexOf(String(asked.from)), frameIds.indexOf(String(asked.to))]
  const [from, to] = [Math.min(...ends), Math.max(...ends)]
  const ids = Array.isArray(asked.track_ids) ? asked.track_ids : []
  const seenBy = job.kind === 'video' ? null : boxesOnCameras(job, cameras)
  const sensorIds = seenBy ? [...new Set(cameras.map(({ sensorId }) => sensorId))] : ['']
  return ids.flatMap((id) => {
    const track = document.tracks.get(String(id))
    const keys = track ? keysOf(track).filter(({ frame }) => frame >= from && frame <= to) : []
    const shapes = keys.filter(({ kind }) => kind === 'shape')
    if (!track || shapes.length === 0) return []
    // Without an end an object stays to the end: its last keyframe is where someone saw it last.
    const out = keys.at(-1)?.kind === 'out' ? (keys.at(-1)?.frame ?? 0) - 1 : null
    const classIndex = tag.classes.findIndex(({ classId }) => classId === track.classId)
    return sensorIds.flatMap((sensorId) => {
      const boxAt = (frame: number) =>
        job.kind === 'video'
          ? boxInVideo(track, frame, job.frames[frame].field)
          : (seenBy?.(track, sensorId, frame) ?? null)
      const [first, last] = [boxAt(shapes[0].frame), boxAt(out ?? shapes[shapes.length - 1].frame)]
      return first || last ? [{ trackId: track.id, sensorId, classIndex, first, last }] : []
    })
  })
}

function boxInVideo(track: Track, frame: number, field: string): EndBox | null {
  const path = track.views.get(IMAGE_VIEW)
  const shape = path && flatAt(path, frame)?.shape
  if (shape?.type !== 'rectangle') return null
  const { left, top, right, bottom } = shape
  return { frame, field, left, top, right, bottom }
}

/** Boxes on cameras: as drawn there, otherwise around what the camera sees of the cuboid. */
function boxesOnCameras(
  { frames }: Extract<JobInput, { kind: 'frames' | 'cloud' }>,
  cameras: readonly CameraOfFrame[],
) {
  const projected = projectedBy(cameras)
  return (track: Track, sensorId: string, frame: number): EndBox | null => {
    const field = frames[frame].sensors.find((sensor) => sensor.sensorId === sensorId)?.field
    if (field === undefined) return null
    const path = track.views.get(sensorId)
    const drawn = path && flatAt(path, frame)?.shape
    const shown = drawn?.type === 'rectangle' ? null : cuboidAt(track, frame)
    const box = drawn?.type === 'rectangle' ? drawn : shown && projected(track.id, sensorId, frame, shown.shape)
    return box && { frame, field, left: box.left, top: box.top, right: box.right, bottom: box.bottom }
  }
}
