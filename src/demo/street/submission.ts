import { type Camera, type CameraImageSize, createCamera, normalizeImagePoint } from '../../geometry/camera.ts'
import { projectedBounds } from '../../geometry/projectedBounds.ts'
import { STREET_CLASSES } from './classes.ts'
import { LIDAR_ID } from './lidar.ts'
import { uuidOf } from './random.ts'
import type { Street, StreetCamera, StreetFrame, StreetTruth } from './street.ts'

/**
 * The ground truth as an annotator would submit it (POST …/result): without what the service generates, except the ids
 * that link records, which the seed determines.
 */
export type SubmissionData = Record<string, unknown>

type Corner = { x: number; y: number }

/** Annotators would not draw a box around an object that shows fewer pixels. */
const LEAST_PIXELS = 25

function rectangleOf(object: StreetTruth, camera: Camera, size: CameraImageSize): Corner[] | null {
  const bounds = projectedBounds(object.cuboid, camera, size)
  if (!bounds) return null
  const topLeft = normalizeImagePoint({ u: bounds.minU, v: bounds.minV }, size)
  const bottomRight = normalizeImagePoint({ u: bounds.maxU, v: bounds.maxV }, size)
  return [topLeft, { x: bottomRight.x, y: topLeft.y }, bottomRight, { x: topLeft.x, y: bottomRight.y }]
}

/** Objects of which enough is seen in the image, each with the bounds of its whole box: what hides it is ignored. */
export function seenIn(frame: StreetFrame, shot: StreetCamera): { object: StreetTruth; coordinates: Corner[] }[] {
  const pixels = new Map<number, number>()
  for (const actor of shot.render().actors) if (actor > 0) pixels.set(actor, (pixels.get(actor) ?? 0) + 1)
  const camera = createCamera(shot.intrinsics, shot.commonFromCamera)
  return frame.truth.flatMap((object) => {
    if ((pixels.get(object.actor) ?? 0) < LEAST_PIXELS) return []
    const coordinates = rectangleOf(object, camera, shot)
    return coordinates ? [{ object, coordinates }] : []
  })
}

export function shotOf(frame: StreetFrame, sensorId: string): StreetCamera {
  const shot = frame.cameras.find((camera) => camera.sensorId === sensorId)
  if (!shot) throw new RangeError(`the street has no camera ${sensorId}`)
  return shot
}

export function imageSubmission(street: Street, frameIndex: number, sensorId: string): SubmissionData {
  const frame = street.frames[frameIndex]
  const rectangles = seenIn(frame, shotOf(frame, sensorId)).map(({ object, coordinates }) => ({
    type: 'rectangle',
    label: object.label,
    coordinates,
  }))
  return { annotations: { rectangles } }
}

export function videoSubmission(street: Street, sensorId: string): SubmissionData {
  const tracks = new Map<string, { label: string; frames: [string, object][] }>()
  for (const frame of street.frames) {
    for (const { object, coordinates } of seenIn(frame, shotOf(frame, sensorId))) {
      const track = tracks.get(object.trackId) ?? { label: object.label, frames: [] }
      track.frames.push([frame.frameId, { type: 'rectangle', key_frame: true, coordinates }])
      tracks.set(object.trackId, track)
    }
  }
  const annotations = [...tracks].map(([trackId, { label, frames }]) => ({
    track_id: trackId,
    type: 'rectangle',
    label,
    frames: Object.fromEntries(frames),
  }))
  return { annotation_data: { annotations } }
}

const recordId = (street: Street, frame: StreetFrame, object: StreetTruth): string =>
  uuidOf(street.options.seed, `cuboid ${object.actor} ${frame.frameId}`)

function trackList(street: Street): object[] {
  const objects = new Map(street.frames.flatMap((frame) => frame.truth.map((o) => [o.trackId, o] as const)))
  return [...objects.values()].map(({ trackId, label, stationary }) => ({ track_id: trackId, label, stationary }))
}

function cuboidRecords(street: Street): object[] {
  return street.frames.flatMap((frame) =>
    frame.truth.map((object) => ({
      _id: recordId(street, frame, object),
      type: 'cuboid',
      track_id: object.trackId,
      frame_id: frame.frameId,
      sensor_id: LIDAR_ID,
      label: object.label,
      ...object.cuboid,
    })),
  )
}

/** Serves sensor fusion and lidar-only jobs. */
export function cuboidSubmission(street: Street): SubmissionData {
  return { annotation_data: { tracks: trackList(street), annotations: cuboidRecords(street) } }
}

export function linkedSubmission(street: Street): SubmissionData {
  const rectangles = street.frames.flatMap((frame) =>
    frame.cameras.flatMap((shot) =>
      seenIn(frame, shot).map(({ object, coordinates }) => ({
        type: 'rectangle',
        track_id: object.trackId,
        frame_id: frame.frameId,
        sensor_id: shot.sensorId,
        linked_id: recordId(street, frame, object),
        label: object.label,
        coordinates,
      })),
    ),
  )
  return { annotation_data: { tracks: trackList(street), annotations: [...cuboidRecords(street), ...rectangles] } }
}

/**
 * Label keys from 1: classes without instances in the order of STREET_CLASSES, then the instances in the order of their
 * first points.
 */
export function segmentationSubmission(street: Street, frameIndex: number): SubmissionData {
  const { lidar } = street.frames[frameIndex]
  const legend: { value: string; label_key: number }[] = []
  const keys = new Map<string, number>()
  const instances = new Map<number, number>()
  const counts = new Map<string, number>()
  const keyOf = (value: string): number => {
    const key = keys.get(value) ?? keys.size + 1
    if (!keys.has(value)) legend.push({ value, label_key: key })
    keys.set(value, key)
    return key
  }
  for (const { name, instantiable } of STREET_CLASSES) if (!instantiable) keyOf(name)
  const labels = Array.from(lidar.classes, (place, i) => {
    const { name, instantiable } = STREET_CLASSES[place]
    if (!instantiable) return keyOf(name)
    const instance = instances.get(lidar.actors[i]) ?? (counts.get(name) ?? 0) + 1
    if (!instances.has(lidar.actors[i])) counts.set(name, instance)
    instances.set(lidar.actors[i], instance)
    return keyOf(`${name}#${instance}`)
  })
  return { legend, labels }
}
