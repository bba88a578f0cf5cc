import { applyPose, type Pose } from '../../geometry/pose.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { LIDAR_ID } from './lidar.ts'
import { uuidOf } from './random.ts'
import { LANES_HALF_M } from './road.ts'
import type { Street } from './street.ts'
import type { SubmissionData } from './submission.ts'

/** Markings of the road and things at its side, as an annotator's polylines and key points. */
interface Marking {
  trackId: string
  label: 'lane_line' | 'lamp_post'
  type: 'polyline3d' | 'keypoint3d'
  attributes: Record<string, { value: string }>
  /** In the street's own frame: x along it, y to the left. */
  points: (Vec3 & { name?: string })[]
}

/** So far the annotator looks ahead and back. */
const REACH_M = 40
/** Between two points of a line. */
const STEP_M = 10

function markingsOf({ options, poles, way }: Street): Marking[] {
  const [from, to] = [way.from - REACH_M / 2, way.to + REACH_M]
  const lanes = [-LANES_HALF_M, 0, LANES_HALF_M].map((y, i): Marking => {
    const points = Array.from({ length: Math.floor((to - from) / STEP_M) + 1 }, (_, k) => ({
      x: from + k * STEP_M,
      y,
      z: 0,
    }))
    return {
      trackId: uuidOf(options.seed, `lane ${i}`),
      label: 'lane_line',
      type: 'polyline3d',
      attributes: { style: { value: y === 0 ? 'dashed' : 'solid' } },
      points,
    }
  })
  const posts = poles
    .filter(({ x }) => x > from && x < to)
    .map(({ x, y, heightM }, i): Marking => {
      const points = [
        { x, y, z: 0, name: 'foot' },
        { x, y, z: heightM, name: 'top' },
      ]
      return {
        trackId: uuidOf(options.seed, `post ${i}`),
        label: 'lamp_post',
        type: 'keypoint3d',
        attributes: {},
        points,
      }
    })
  return [...lanes, ...posts]
}

/** The submission with the lane lines and lamp posts of the drive; the street needs ego poses. */
export function withMarkings(street: Street, submission: SubmissionData): SubmissionData {
  const { annotation_data: given } = submission
  if (!isBoxData(given)) return submission
  const markings = markingsOf(street)
  const tracks = markings.map(({ trackId, label, attributes }) => ({
    track_id: trackId,
    label,
    attributes,
    stationary: true,
  }))
  const annotations = street.frames.flatMap(({ frameId, commonFromStreet }, index) =>
    markings.map(({ trackId, label, type, points }) => ({
      type,
      track_id: trackId,
      frame_id: frameId,
      sensor_id: LIDAR_ID,
      label,
      // They are stationary, so the first frame has their position.
      key_frame: index === 0,
      points: points.map((point) => ({ ...point, ...placed(commonFromStreet, point) })),
    })),
  )
  return {
    ...submission,
    annotation_data: { tracks: [...given.tracks, ...tracks], annotations: [...given.annotations, ...annotations] },
  }
}

const placed = (pose: Pose, { x, y, z }: Vec3): Vec3 => applyPose(pose, { x, y, z })

/** Whether the data is that of a job with cuboids. */
export function isBoxData(data: unknown): data is { tracks: { track_id: string }[]; annotations: object[] } {
  return typeof data === 'object' && data !== null && 'tracks' in data && 'annotations' in data
}
