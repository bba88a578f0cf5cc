import type { Dimensions } from '../../geometry/cuboid.ts'
import type { Pose } from '../../geometry/pose.ts'
import { quaternionFromYaw } from '../../geometry/quaternion.ts'
import type { ImportFailure, SentArchive } from '../core/reader.ts'
import { childOf, childText, readXml, type XmlElement } from '../xml/readXml.ts'

/** An object of a drive of KITTI's raw data, over consecutive frames. */
export interface Tracklet {
  label: string
  dimensions: Dimensions
  firstFrame: number
  poses: readonly TrackletPose[]
}

interface TrackletPose {
  lidarFromBox: Pose
  /** 0: visible, 1: partly, 2: fully; null: not known. */
  occluded: number | null
  /** 0: in the image, 1: partly, 2: outside, 3: behind; null: not known. */
  truncated: number | null
}

/** Limits one object; the longest drive has 5,200 frames. */
const MAX_POSES = 100_000

/**
 * Reads tracklet_labels.xml of KITTI's raw data (readme of its development kit): a box stands on the ground at tx ty tz
 * of the lidar and turns by rz alone. Objects that cannot be read are reported.
 * @throws ImportError if the file is not of the kind
 */
export async function* readTracklets(
  archive: SentArchive,
  file: string,
  fail: (failure: ImportFailure) => void,
): AsyncGenerator<Tracklet> {
  const reading = { root: 'boost_serialization', elements: ['item'], plainDoctype: 'boost_serialization' }
  for await (const item of readXml(archive, file, reading)) {
    const tracklet = trackletOf(item)
    if (tracklet) yield tracklet
    else fail({ file, line: item.line, type: 'INVALID_VALUE' })
  }
}

function trackletOf(item: XmlElement): Tracklet | null {
  const label = childText(item, 'objectType')
  const [height, width, length, firstFrame] = ['h', 'w', 'l', 'first_frame'].map((name) => numberIn(item, name))
  const posed = childOf(item, 'poses')?.children.filter(({ name }) => name === 'item') ?? []
  const isSized = height > 0 && width > 0 && length > 0
  if (!label || !isSized || !Number.isInteger(firstFrame) || firstFrame < 0 || posed.length > MAX_POSES) return null
  const poses = posed.map((pose) => poseOf(pose, height))
  if (!poses.every((pose) => pose !== null)) return null
  return { label, dimensions: { length, width, height }, firstFrame, poses }
}

function poseOf(pose: XmlElement, height: number): TrackletPose | null {
  const [x, y, z, yawRad] = ['tx', 'ty', 'tz', 'rz'].map((name) => numberIn(pose, name))
  if (![x, y, z, yawRad].every(Number.isFinite)) return null
  return {
    lidarFromBox: { position: { x, y, z: z + height / 2 }, heading: quaternionFromYaw(yawRad) },
    occluded: stateIn(pose, 'occlusion', 2),
    truncated: stateIn(pose, 'truncation', 3),
  }
}

/** Values over `most` or below 0 are the data set's word for "not known". */
function stateIn(pose: XmlElement, name: string, most: number): number | null {
  const value = numberIn(pose, name)
  return value >= 0 && value <= most ? value : null
}

/** NaN if it is not there or not finite. */
function numberIn(element: XmlElement, name: string): number {
  const text = childText(element, name)
  const value = text ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : Number.NaN
}
