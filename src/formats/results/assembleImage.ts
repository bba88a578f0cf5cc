import { LazyList } from '../../json/lazyList.ts'
import type { FlatGeometryKind } from '../../model/annotationType.ts'
import { type FlatRecord, resolveRecords } from '../../model/document/records.ts'
import { classById, classNamed, type TagClass } from '../../model/tag.ts'
import { type Assembly, agreementIn, assistanceIn, timestampOf, writeAttributes } from './assembly.ts'
import { IMAGE_GROUPS } from './groups.ts'
import { relationsIn } from './resultRelations.ts'
import { writeShape } from './writeShape.ts'

export const IMAGE_COORDINATES = { units: 'normalized', origin: 'top_left', x: 'right', y: 'down' }

export function assembleImage(assembly: Assembly) {
  const { document, job, onRecords } = assembly
  const [frame] = job.frames
  const classes = classById(job.tag)
  const groups = new Map<FlatGeometryKind, FlatRecord[]>()
  for (const record of resolveRecords(document, job)) {
    if (record.kind !== 'flat') continue
    const group = groups.get(record.shape.type)
    if (group) group.push(record)
    else groups.set(record.shape.type, [record])
  }
  const filled = IMAGE_GROUPS.filter(({ kind, always }) => always || groups.has(kind))
  const written = (kind: FlatGeometryKind) =>
    new LazyList(function* () {
      for (const record of groups.get(kind) ?? []) {
        yield writeRecord(assembly, record, classNamed(classes, record.track.classId))
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
const writeRecord = (assembly: Assembly, record: FlatRecord, tagClass: TagClass) => {
  const { track, shape, source } = record
  return {
    _id: track.id,
    type: shape.type,
    label: tagClass.name,
    class_id: tagClass.classId,
    number: track.number,
    attributes: writeAttributes(track.attributes, tagClass.attributes),
    ...writeShape(shape, assembly.job.frames[0].image),
    source,
    ...relationsIn(assembly, track),
    ...assistanceIn(assembly, track.id, null),
    ...agreementIn(assembly, record),
  }
}
