import type { GeometryKind } from '../../model/annotationType.ts'
import { type FlatRecord, resolveRecords } from '../../model/document/records.ts'
import { classById, classNamed, type TagClass } from '../../model/tag.ts'
import { LazyList } from '../json/lazyList.ts'
import { type Assembly, timestampOf, writeAttributes } from './assembly.ts'
import { IMAGE_GROUPS } from './groups.ts'
import type { ImageSize } from './jobContext.ts'
import { writeShape } from './writeShape.ts'

export const IMAGE_COORDINATES = { units: 'normalized', origin: 'top_left', x: 'right', y: 'down' }

export function assembleImage({ document, job, onRecords }: Assembly) {
  const [frame] = job.frames
  const classes = classById(job.tag)
  const groups = new Map<GeometryKind, FlatRecord[]>()
  for (const record of resolveRecords(document, job)) {
    if (record.kind !== 'flat') continue
    const group = groups.get(record.shape.type)
    if (group) group.push(record)
    else groups.set(record.shape.type, [record])
  }
  const filled = IMAGE_GROUPS.filter(({ kind, always }) => always || groups.has(kind))
  const written = (kind: GeometryKind) =>
    new LazyList(function* () {
      for (const record of groups.get(kind) ?? []) {
        yield writeRecord(record, classNamed(classes, record.track.classId), frame.image)
        onRecords?.(1)
      }
    })
  return {
    image_url: frame.src,
    image: {
      width: frame.image?.widthPx,
      height: frame.image?.heightPx,
      exif_orientation: job.exifOrientation ?? 1,
      ...timestampOf(frame),
    },
    coordinate_system: { ...IMAGE_COORDINATES },
    image_attributes: writeAttributes(document.jobAttributes, job.tag.attributes),
    annotations: Object.fromEntries(filled.map(({ name, kind }) => [name, written(kind)])),
  }
}

/** In an image an object is one record, so its id and all its attributes are those of the track. */
const writeRecord = ({ track, shape, source }: FlatRecord, tagClass: TagClass, image: ImageSize | null) => ({
  _id: track.id,
  type: shape.type,
  label: tagClass.name,
  class_id: tagClass.classId,
  attributes: writeAttributes(track.attributes, tagClass.attributes),
  ...writeShape(shape, image),
  source,
})
