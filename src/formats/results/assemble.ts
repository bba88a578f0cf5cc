import { LazyList } from '../../json/lazyList.ts'
import type { FlatGeometryKind } from '../../model/annotationType.ts'
import type { ResultForm } from '../../model/annotationTypes/annotationRules.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { LegendEntry, Track } from '../../model/document/document.ts'
import { isHeldRecord } from '../../model/document/held.ts'
import { deliveredTracks, type FlatRecord, recordsOf, resolveRecords, scopeOf } from '../../model/document/records.ts'
import { classById, classNamed, instanceName, type TagClass, UNLABELLED, UNLABELLED_COLOR } from '../../model/tag.ts'
import { labelsInUse } from './annotationCount.ts'
import { assembleBoxes } from './assembleBoxes.ts'
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
import type { ResultDocument } from './schemas.ts'
import { IMAGE_GROUPS, writeShape } from './wireShapes.ts'

const IMAGE_COORDINATES = { units: 'normalized', origin: 'top_left', x: 'right', y: 'down' }

function assembleImage(assembly: Assembly) {
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

const WRITERS: Readonly<Record<ResultForm, (assembly: Assembly) => object>> = {
  image: assembleImage,
  video: assembleVideo,
  boxes: assembleBoxes,
  points: assembleSegmentation,
}

/**
 * The result document as results.md describes it: plain JSON data with its keys in that order, its records in LazyLists
 * that are made as they are written.
 */
export function assembleResult(assembly: Assembly): ResultDocument {
  const { job, document, resultVersion, metadata = {}, consensus, review } = assembly
  return {
    type: document.annotationType,
    schema_version: '1.0',
    job_id: job.jobId,
    reference_id: job.referenceId,
    tag: job.tag.name,
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    result_version: resultVersion,
    data: {
      ...WRITERS[rulesOf(document.annotationType).result](assembly),
      ...(consensus && { consensus }),
      ...(review && { review }),
    },
  } as ResultDocument
}

function assembleSegmentation(assembly: Assembly) {
  const { document, job, computed, recordId } = assembly
  const cloud = computed.labelledCloud
  if (!cloud) throw new Error('a segmentation is assembled after its labelled point cloud')
  const classes = classById(job.tag)
  assembly.onRecords?.(labelsInUse(document, cloud.counts))
  const isMissing = cloud.counts.has(0) && !document.legend.some((entry) => entry.labelKey === 0)
  const unlabelled: LegendEntry = {
    id: isMissing ? recordId(UNLABELLED, '', 0) : '',
    labelKey: 0,
    classId: null,
    instance: null,
    color: null,
  }
  return {
    url: cloud.url,
    point_count: cloud.pointCount,
    ...timestampOf(job.frames[0]),
    ...ownAttributes(assembly),
    legend: [...(isMissing ? [unlabelled] : []), ...document.legend].map((entry) =>
      writeEntry(entry, classes.get(entry.classId ?? ''), cloud.counts.get(entry.labelKey) ?? 0),
    ),
  }
}

function writeEntry(entry: LegendEntry, tagClass: TagClass | undefined, pointCount: number) {
  const name = tagClass ? instanceName(tagClass.name, entry.instance) : UNLABELLED
  return {
    id: entry.id,
    text: name,
    value: name,
    label_key: entry.labelKey,
    color: entry.color ?? tagClass?.color ?? UNLABELLED_COLOR,
    class_id: tagClass?.classId ?? UNLABELLED,
    point_count: pointCount,
  }
}

function assembleVideo(assembly: Assembly) {
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
