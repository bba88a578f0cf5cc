import { LazyList } from '../../json/lazyList.ts'
import { hasCameraBoxes } from '../../model/annotationTypes/rulesOf.ts'
import type { Track } from '../../model/document/document.ts'
import { isHeldRecord } from '../../model/document/held.ts'
import {
  type CuboidRecord,
  deliveredTracks,
  type FlatRecord,
  recordSpan,
  resolveRecords,
  type SpaceRecord,
  scopeOf,
} from '../../model/document/records.ts'
import type { Rectangle } from '../../model/document/shape.ts'
import { classById, classNamed, type TagClass } from '../../model/tag.ts'
import {
  type Assembly,
  agreementIn,
  assistanceIn,
  ownAttributes,
  recordAttributes,
  writeAttributes,
} from './assembly.ts'
import { cuboidSensor, type JobContext } from './jobContext.ts'
import { relationsIn } from './resultRelations.ts'
import { boxCorners } from './shapes/rectangle.ts'

type WrittenRecord = CuboidRecord | SpaceRecord | FlatRecord

type Classes = ReadonlyMap<string, TagClass>

/** Cuboids, polylines and key points, and rectangles on cameras where the job links: frame by frame, track by track, camera by camera. */
export function assembleBoxes(assembly: Assembly) {
  const { document, job } = assembly
  const classes = classById(job.tag)
  const scope = scopeOf(job)
  const tracks = deliveredTracks(document, job).flatMap((track) => {
    const span = recordSpan(document, track, scope)
    return span ? [writeTrack(assembly, track, classNamed(classes, track.classId), span)] : []
  })
  return {
    coordinate_system: coordinateSystem(job),
    ...ownAttributes(assembly),
    annotation_data: { tracks, annotations: new LazyList(() => writeRecords(assembly, classes)) },
    sensor_data: { frames: job.inputSensorFrames },
  }
}

function coordinateSystem(job: JobContext) {
  return {
    frame: 'common',
    reference: job.frames.some((frame) => frame.egoPose) ? 'world' : 'vehicle',
    ...(job.pointCloudFrame && { point_cloud_frame: job.pointCloudFrame }),
    handedness: 'right',
    units: 'meter',
    quaternion: 'hamilton_wxyz',
    position: 'center',
    box_axes: { x: 'length_forward', y: 'width_left', z: 'height_up' },
    ...(hasCameraBoxes(job.tag.annotationType) && {
      image: { units: 'normalized', origin: 'top_left', ...sizesOfCameras(job) },
    }),
  }
}

function sizesOfCameras({ cameraSizes }: JobContext) {
  if (!cameraSizes) return {}
  const sizes = [...cameraSizes].map(([id, { widthPx, heightPx }]) => [id, { width: widthPx, height: heightPx }])
  return { sizes: Object.fromEntries(sizes) }
}

function writeTrack(
  assembly: Assembly,
  track: Track,
  tagClass: TagClass,
  { first, last }: { first: number; last: number },
) {
  const { frames } = assembly.job
  return {
    track_id: track.id,
    label: tagClass.name,
    class_id: tagClass.classId,
    number: track.number,
    color: tagClass.color,
    stationary: track.stationary,
    attributes: writeAttributes(track.attributes, tagClass.attributes),
    first_frame_id: frames[first].frameId,
    last_frame_id: frames[last].frameId,
    ...relationsIn(assembly, track),
  }
}

function* writeRecords(assembly: Assembly, classes: Classes): Generator<object> {
  const { document, job, computed } = assembly
  const lidarId = cuboidSensor(job)?.id ?? ''
  for (const record of resolveRecords(document, job, computed.projected)) {
    const tagClass = classNamed(classes, record.track.classId)
    if (record.kind === 'cuboid') yield writeCuboid(assembly, record, tagClass, lidarId)
    else if (record.kind === 'space') yield writeSpace(assembly, record, tagClass, lidarId)
    else if (record.kind === 'flat' && record.shape.type === 'rectangle') {
      yield writeRectangle(assembly, record, record.shape, tagClass, lidarId)
    } else continue
    assembly.onRecords?.(1)
  }
}

function writeCuboid(assembly: Assembly, record: CuboidRecord, tagClass: TagClass, lidarId: string) {
  const { position, heading, dimensions } = record.cuboid
  return {
    ...head(assembly, record, lidarId),
    ...body(record, tagClass),
    position: { x: position.x, y: position.y, z: position.z },
    heading: { w: heading.w, x: heading.x, y: heading.y, z: heading.z },
    dimensions: { length: dimensions.length, width: dimensions.width, height: dimensions.height },
    point_count: assembly.computed.pointCount(record.track.id, record.frame),
    attributes: recordAttributes(record, tagClass),
    ...assistanceIn(assembly, record.track.id, assembly.job.frames[record.frame].frameId),
    ...agreementIn(assembly, record),
  }
}

function writeSpace(assembly: Assembly, record: SpaceRecord, tagClass: TagClass, lidarId: string) {
  return {
    ...head(assembly, record, lidarId),
    ...body(record, tagClass),
    points: record.shape.points.map(({ x, y, z, name, visible }) => ({
      x,
      y,
      z,
      ...(name !== undefined && { name }),
      ...(visible !== undefined && { visible }),
    })),
    attributes: recordAttributes(record, tagClass),
    ...agreementIn(assembly, record),
  }
}

function writeRectangle(
  assembly: Assembly,
  record: FlatRecord,
  rectangle: Rectangle,
  tagClass: TagClass,
  lidarId: string,
) {
  const { link } = record
  return {
    ...head(assembly, record, record.sensorId),
    linked_id: link && idOf(assembly, link.cuboid, lidarId),
    ...body(record, tagClass),
    coordinates: boxCorners(rectangle),
    ...(link && { projected_coordinates: link.projected && boxCorners(link.projected) }),
    attributes: recordAttributes(record, tagClass),
    ...assistanceIn(assembly, record.track.id, assembly.job.frames[record.frame].frameId),
    ...agreementIn(assembly, record),
  }
}

const idOf = ({ recordId }: Assembly, { id, track, frame }: WrittenRecord, sensorId: string): string =>
  id ?? recordId(track.id, sensorId, frame)

function head(assembly: Assembly, record: WrittenRecord, sensorId: string) {
  return {
    _id: idOf(assembly, record, sensorId),
    type: record.kind === 'cuboid' ? 'cuboid' : record.shape.type,
    track_id: record.track.id,
    frame_id: assembly.job.frames[record.frame].frameId,
    sensor_id: sensorId,
  }
}

function body(record: WrittenRecord, tagClass: TagClass) {
  const { keyFrame, source } = record
  return {
    label: tagClass.name,
    class_id: tagClass.classId,
    color: tagClass.color,
    key_frame: keyFrame,
    source,
    ...(isHeldRecord(record) && { held: true }),
  }
}
