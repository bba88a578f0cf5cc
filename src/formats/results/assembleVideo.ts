import { LazyList } from '../../json/lazyList.ts'
import type { Track } from '../../model/document/document.ts'
import { isHeldRecord } from '../../model/document/held.ts'
import { deliveredTracks, recordsOf, scopeOf } from '../../model/document/records.ts'
import { classById, classNamed, type TagClass } from '../../model/tag.ts'
import { IMAGE_COORDINATES } from './assembleImage.ts'
import {
  type Assembly,
  agreementIn,
  assistanceIn,
  keyed,
  ownAttributes,
  recordAttributes,
  timestampOf,
  writeAttributes,
} from './assembly.ts'
import { relationsIn } from './resultRelations.ts'
import { writeShape } from './writeShape.ts'

export function assembleVideo(assembly: Assembly) {
  const { job } = assembly
  return {
    coordinate_system: { ...IMAGE_COORDINATES },
    ...ownAttributes(assembly),
    annotation_data: { annotations: new LazyList(() => writeTracks(assembly)) },
    video_data: {
      frames: job.frames.map((frame) => ({
        frame_id: frame.frameId,
        src: frame.src,
        width: frame.image?.widthPx,
        height: frame.image?.heightPx,
        ...timestampOf(frame),
      })),
    },
  }
}

function* writeTracks(assembly: Assembly): Generator<object> {
  const { document, job } = assembly
  const classes = classById(job.tag)
  for (const track of deliveredTracks(document, job)) {
    const written = writeTrack(assembly, track, classNamed(classes, track.classId))
    if (!written) continue
    yield written
    assembly.onRecords?.(Object.keys(written.frames).length)
  }
}

function writeTrack(assembly: Assembly, track: Track, tagClass: TagClass) {
  const { document, job, recordId } = assembly
  const records: [string, unknown][] = []
  let type: string | null = null
  for (const record of recordsOf(document, track, scopeOf(job))) {
    if (record.kind !== 'flat') continue
    const { frame, sensorId, shape } = record
    type ??= shape.type
    records.push([
      job.frames[frame].frameId,
      {
        _id: record.id ?? recordId(track.id, sensorId, frame),
        type: shape.type,
        label: tagClass.name,
        key_frame: record.keyFrame,
        source: record.source,
        ...(isHeldRecord(record) && { held: true }),
        hidden: record.hidden,
        attributes: recordAttributes(record, tagClass),
        ...writeShape(shape, job.frames[frame].image),
        ...assistanceIn(assembly, track.id, job.frames[frame].frameId),
        ...agreementIn(assembly, record),
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
    number: track.number,
    attributes: writeAttributes(track.attributes, tagClass.attributes),
    ...relationsIn(assembly, track),
    ...assistanceIn(assembly, track.id, null),
    frames: keyed(records),
  }
}
