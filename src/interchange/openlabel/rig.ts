import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import { identityPose, type Pose, relativePose } from '../../geometry/pose.ts'
import type { ExportFrame, ExportJob, ExportSensor } from '../core/exportSet.ts'
import { steadyPose } from '../core/steady.ts'

/** The one image of a video. */
export const VIDEO_STREAM = 'camera'

/** Names of coordinate systems: those of sensors are their ids. */
export interface Rig {
  /** The coordinate system of cuboids: the world if the vehicle's path is known, otherwise the vehicle. */
  common: string
  vehicle: string
}

export function rigOf({ sensors, frames }: ExportJob): Rig {
  const taken = new Set(sensors.map(({ id }) => id))
  const free = (wanted: string): string => (taken.has(wanted) ? free(`${wanted}_`) : wanted)
  const vehicle = free('vehicle')
  return { vehicle, common: frames.some(({ worldFromEgo }) => worldFromEgo) ? free('world') : vehicle }
}

/** X_dst = transform · X_src. */
const transformData = ({ position: p, heading: q }: Pose) => ({
  quaternion: [q.x, q.y, q.z, q.w],
  translation: [p.x, p.y, p.z],
})

const egoFromSensor = (frame: ExportFrame, sensorId: string): Pose | null => {
  const pose = frame.files.find((file) => file.sensorId === sensorId)?.commonFromSensor
  return pose ? steadyPose(relativePose(frame.worldFromEgo ?? identityPose, pose)) : null
}

/** world ← vehicle ← sensors; a sensor's place is that of its first frame. */
export function coordinateSystems(job: ExportJob, { common, vehicle }: Rig): Record<string, object> {
  if (job.sensors.length === 0) return { [VIDEO_STREAM]: { type: 'sensor_cs', parent: '', children: [] } }
  const isWorld = common !== vehicle
  return {
    ...(isWorld && { [common]: { type: 'scene_cs', parent: '', children: [vehicle] } }),
    [vehicle]: { type: 'local_cs', parent: isWorld ? common : '', children: job.sensors.map(({ id }) => id) },
    ...Object.fromEntries(
      job.sensors.map(({ id }) => {
        const place = job.frames.map((frame) => egoFromSensor(frame, id)).find((pose) => pose !== null)
        const pose = place && { pose_wrt_parent: transformData(place) }
        return [id, { type: 'sensor_cs', parent: vehicle, children: [], ...pose }]
      }),
    ),
  }
}

/** What a frame adds: where the vehicle is, and where its sensors are. */
export function frameTransforms(job: ExportJob, frame: ExportFrame, { common, vehicle }: Rig): Record<string, object> {
  const transform = (src: string, dst: string, pose: Pose) => [
    `${src}_to_${dst}`,
    { src, dst, transform_src_to_dst: transformData(pose) },
  ]
  const sensors = job.sensors.flatMap(({ id }) => {
    const pose = egoFromSensor(frame, id)
    return pose ? [transform(id, vehicle, pose)] : []
  })
  return Object.fromEntries([
    ...(frame.worldFromEgo ? [transform(vehicle, common, frame.worldFromEgo)] : []),
    ...sensors,
  ])
}

export function streamsOf(job: ExportJob): Record<string, object> {
  if (job.sensors.length === 0) return { [VIDEO_STREAM]: { type: 'camera' } }
  return Object.fromEntries(
    job.sensors.map((sensor) => [
      sensor.id,
      { description: sensor.name, type: sensor.modality, stream_properties: streamProperties(job, sensor) },
    ]),
  )
}

function streamProperties({ frames }: ExportJob, { id, intrinsics }: ExportSensor): object {
  const files = frames.flatMap((frame) => frame.files)
  const size = files.find((file) => file.sensorId === id && file.size)?.size
  const pixels = size ? { width_px: size.widthPx, height_px: size.heightPx } : {}
  if (!intrinsics) return {}
  return intrinsics.cameraModel === 'fisheye'
    ? { intrinsics_fisheye: { ...pixels, ...fisheye(intrinsics) } }
    : { intrinsics_pinhole: { ...pixels, ...pinhole(intrinsics) } }
}

/** The calibration of the image as sent; coefficients in the order of OpenCV. */
function pinhole({ fx, fy, cx, cy, skew, scaleFactor: s, k1, k2, k3, p1, p2 }: CameraIntrinsics): object {
  const camera_matrix = [fx / s, skew / s, cx / s, 0, 0, fy / s, cy / s, 0, 0, 0, 1, 0]
  return { camera_matrix, distortion_coeffs: [k1, k2, p1, p2, k3] }
}

function fisheye({ fx, fy, cx, cy, skew, scaleFactor: s, k1, k2, k3, k4 }: CameraIntrinsics): object {
  return {
    center_x_px: cx / s,
    center_y_px: cy / s,
    aspect_ratio: fx / fy,
    lens_coeffs: [k1, k2, k3, k4],
    focal_length_x_px: fx / s,
    focal_length_y_px: fy / s,
    skew_px: skew / s,
  }
}
