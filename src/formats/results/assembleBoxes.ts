import type { Track } from '../../model/document/document.ts'
import { cuboidAt, flatAt, followsAt, type ShapeAt } from '../../model/document/interpolate.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { attributesAt } from '../../model/document/shapePath.ts'
import { classById, type TagClass } from '../../model/tag.ts'
import { type Assembly, ownAttributes, writeAttributes } from './assembly.ts'
import { cuboidSensor, type JobContext } from './jobContext.ts'
import { cornersOf } from './writeShape.ts'

interface TrackInWriting {
  track: Track
  tagClass: TagClass
  first: number
  last: number
}

/** Cuboids, and rectangles on cameras where the operation links: frame by frame, track by track, camera by camera. */
export function assembleBoxes(assembly: Assembly) {
  const { document, job } = assembly
  const classes = classById(job.tag)
  const tracks: TrackInWriting[] = []
  for (const track of document.tracks.values()) {
    const tagClass = classes.get(track.classId)
    if (tagClass) tracks.push({ track, tagClass, first: -1, last: -1 })
  }
  const annotations: unknown[] = []
  for (let frame = 0; frame < document.frameCount; frame++) {
    for (const writing of tracks) {
      const before = annotations.length
      writeRecords(assembly, writing, frame, annotations)
      if (annotations.length === before) continue
      if (writing.first < 0) writing.first = frame
      writing.last = frame
    }
  }
  const delivered = tracks.filter(({ first }) => first >= 0)
  return {
    coordinate_system: coordinateSystem(job),
    ...ownAttributes(assembly),
    annotation_data: { tracks: delivered.map((writing) => writeTrack(job, writing)), annotations },
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
    ...(job.tag.operation === 'cuboid3d_linked2d' && { image: { units: 'normalized', origin: 'top_left' } }),
  }
}

function writeTrack(job: JobContext, { track, tagClass, first, last }: TrackInWriting) {
  return {
    track_id: track.id,
    label: tagClass.name,
    class_id: tagClass.classId,
    color: tagClass.color,
    stationary: track.stationary,
    attributes: writeAttributes(track.attributes, tagClass.attributes),
    first_frame_id: job.frames[first].frameId,
    last_frame_id: job.frames[last].frameId,
  }
}

function writeRecords(assembly: Assembly, writing: TrackInWriting, frame: number, into: unknown[]): void {
  const { job, computed, recordId } = assembly
  const { track, tagClass } = writing
  const cuboid = cuboidAt(track, frame)
  const sensorId = cuboidSensor(job)?.id ?? ''
  const cuboidId = cuboid && (cuboid.id ?? recordId(track.id, sensorId, frame))
  if (cuboid && track.cuboid) {
    const { position, heading, dimensions } = cuboid.shape
    into.push({
      ...head(job, writing, frame, 'cuboid', cuboidId!, sensorId),
      ...body(writing, cuboid),
      position: { x: position.x, y: position.y, z: position.z },
      heading: { w: heading.w, x: heading.x, y: heading.y, z: heading.z },
      dimensions: { length: dimensions.length, width: dimensions.width, height: dimensions.height },
      point_count: computed.pointCount(track.id, frame),
      attributes: writeAttributes(attributesAt(track.cuboid.attributes, frame), tagClass.attributes),
    })
  }
  if (job.tag.operation !== 'cuboid3d_linked2d') return
  for (const { id: cameraId } of job.sensors) {
    const view = track.views.get(cameraId)
    if (!view || !job.frames[frame].sensorIds.has(cameraId)) continue
    const found = flatAt(view, frame)
    const follows = !found && cuboid !== null && followsAt(view, frame)
    if (!found && !follows) continue
    const isLinked = cuboidId !== null && (follows || found?.linked === true)
    const projection = isLinked ? computed.projected(track.id, cameraId, frame) : null
    const record: ShapeAt<FlatShape> | null =
      found ?? (projection && cuboid && { ...cuboid, id: null, shape: { type: 'rectangle', ...projection } })
    if (record?.shape.type !== 'rectangle') continue
    into.push({
      ...head(job, writing, frame, 'rectangle', record.id ?? recordId(track.id, cameraId, frame), cameraId),
      linked_id: isLinked ? cuboidId : null,
      ...body(writing, record),
      coordinates: cornersOf(record.shape),
      ...(isLinked && { projected_coordinates: projection && cornersOf(projection) }),
      attributes: writeAttributes(attributesAt(view.attributes, frame), tagClass.attributes),
    })
  }
}

function head(job: JobContext, { track }: TrackInWriting, frame: number, type: string, id: string, sensorId: string) {
  return { _id: id, type, track_id: track.id, frame_id: job.frames[frame].frameId, sensor_id: sensorId }
}

function body({ tagClass }: TrackInWriting, found: ShapeAt<unknown>) {
  return {
    label: tagClass.name,
    class_id: tagClass.classId,
    color: tagClass.color,
    key_frame: found.keyFrame,
    source: found.source,
  }
}
