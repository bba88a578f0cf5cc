import { type CameraIntrinsics, DEFAULT_INTRINSICS, isProjectable } from '../../../geometry/intrinsics.ts'
import { countOf, type Fields, fieldsOf, memberNumbers, memberOf, memberText } from './fieldsOf.ts'

export const CALIBRATION_SCHEMAS: ReadonlySet<string> = new Set([
  'sensor_msgs/CameraInfo',
  'foxglove.CameraCalibration',
])

export interface CameraReading {
  intrinsics: CameraIntrinsics
  /** What of its lens is left out, such as `k4, k5 and k6`; null where nothing is. */
  cut: string | null
}

/**
 * Intrinsics of a camera's pictures as sensor_msgs/CameraInfo says them: `K` of the whole sensor, moved by the region
 * of interest and divided by the binning, as image_geometry does; `P` without distortion where pictures are rectified.
 * null where the camera is not calibrated.
 */
export function cameraReading(message: Fields, isRectified: boolean): CameraReading | null {
  const k = memberNumbers(memberOf(message, 'k', 'K'))
  const p = memberNumbers(memberOf(message, 'p', 'P'))
  const matrix = isRectified && p.length === 12 && p[0] > 0 ? [p[0], p[1], p[2], p[4], p[5], p[6]] : k
  if (matrix.length < 6) return null
  const binning = { x: Math.max(1, countOf(message.binning_x) ?? 1), y: Math.max(1, countOf(message.binning_y) ?? 1) }
  const roi = fieldsOf(message.roi)
  const plain: CameraIntrinsics = {
    ...DEFAULT_INTRINSICS,
    fx: matrix[0] / binning.x,
    fy: matrix[4] / binning.y,
    skew: matrix[1] / binning.x,
    cx: (matrix[2] - (countOf(roi.x_offset) ?? 0)) / binning.x,
    cy: (matrix[5] - (countOf(roi.y_offset) ?? 0)) / binning.y,
  }
  const model = memberText(message.distortion_model)
  const d = isRectified ? [] : memberNumbers(memberOf(message, 'd', 'D'))
  const reading = withLens(plain, model, d)
  return isProjectable(reading.intrinsics) ? reading : null
}

function withLens(plain: CameraIntrinsics, model: string, d: readonly number[]): CameraReading {
  const [k1 = 0, k2 = 0, third = 0, fourth = 0, k3 = 0] = d
  if (d.every((one) => one === 0)) return { intrinsics: plain, cut: null }
  if (model === 'equidistant' || model === 'fisheye' || model === 'kannala_brandt')
    return { intrinsics: { ...plain, cameraModel: 'fisheye', k1, k2, k3: third, k4: fourth }, cut: null }
  const brown = { ...plain, k1, k2, p1: third, p2: fourth, k3 }
  if (model === 'plumb_bob' || model === '' || model === 'brown_conrady')
    return { intrinsics: brown, cut: d.slice(5).some((one) => one !== 0) ? 'all beyond k3' : null }
  if (model === 'rational_polynomial')
    return { intrinsics: brown, cut: d.slice(5).some((one) => one !== 0) ? 'k4, k5, k6 and all beyond' : null }
  return { intrinsics: plain, cut: `the model "${model.slice(0, 32)}"` }
}
