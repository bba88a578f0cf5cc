import { IMAGE_VIEW, type Track } from '../../model/document/document.ts'
import { flatAt } from '../../model/document/interpolate.ts'
import { attributesAt } from '../../model/document/shapePath.ts'
import { classById, type TagClass } from '../../model/tag.ts'
import { IMAGE_COORDINATES } from './assembleImage.ts'
import { type Assembly, keyed, ownAttributes, writeAttributes } from './assembly.ts'
import { writeShape } from './writeShape.ts'

export function assembleVideo(assembly: Assembly) {
  const { document, job } = assembly
  const classes = classById(job.tag)
  const annotations: unknown[] = []
  for (const track of document.tracks.values()) {
    const tagClass = classes.get(track.classId)
    const written = tagClass && writeTrack(assembly, track, tagClass)
    if (written) annotations.push(written)
  }
  return {
    coordinate_system: { ...IMAGE_COORDINATES },
    ...ownAttributes(assembly),
    annotation_data: { annotations },
    video_data: {
      frames: job.frames.map(({ frameId, src, image }) => ({
        frame_id: frameId,
        src,
        width: image?.widthPx,
        height: image?.heightPx,
      })),
    },
  }
}

function writeTrack({ document, job, recordId }: Assembly, track: Track, tagClass: TagClass) {
  const view = track.views.get(IMAGE_VIEW)
  const records: [string, unknown][] = []
  let type: string | null = null
  for (let frame = 0; view && frame < document.frameCount; frame++) {
    const found = flatAt(view, frame)
    if (!found) continue
    type ??= found.shape.type
    records.push([
      job.frames[frame].frameId,
      {
        _id: found.id ?? recordId(track.id, IMAGE_VIEW, frame),
        type: found.shape.type,
        label: tagClass.name,
        key_frame: found.keyFrame,
        source: found.source,
        hidden: found.hidden,
        attributes: writeAttributes(attributesAt(view.attributes, frame), tagClass.attributes),
        ...writeShape(found.shape, job.frames[frame].image),
      },
    ])
  }
  if (type === null) return null
  return {
    _id: track.entryId ?? track.id,
    track_id: track.id,
    type,
    label: tagClass.name,
    class_id: tagClass.classId,
    attributes: writeAttributes(track.attributes, tagClass.attributes),
    frames: keyed(records),
  }
}
