import { type CameraIntrinsics, isProjectable } from '../../../geometry/intrinsics.ts'
import type { Pose } from '../../../geometry/pose.ts'
import type { LayoutRequest } from '../layout.ts'
import { cameraReading } from './cameraInfo.ts'
import type { GivenSensor } from './givenCalibration.ts'
import type { Calibration, SensorTopic } from './logIndex.ts'

/** Facts about a sensor that its messages do not hold. */
export interface SensorCalibration {
  intrinsics: Partial<CameraIntrinsics> | null
  /** By options.calibration; null where tf says it. */
  egoFromSensor: Pose | null
}

/**
 * Calibration of a sensor: what options.calibration gives, else the message of the topic in the same namespace, else of
 * the same coordinate frame.
 */
export function calibrationOf(
  sensor: SensorTopic,
  calibrations: readonly Calibration[],
  given: GivenSensor | null,
  request: LayoutRequest,
): SensorCalibration {
  const egoFromSensor = given?.egoFromSensor ?? null
  if (sensor.modality === 'lidar') return { intrinsics: null, egoFromSensor }
  if (given?.intrinsics) return { intrinsics: given.intrinsics, egoFromSensor }
  const found = inNamespace(sensor.topic, calibrations) ?? calibrations.find((one) => isOfFrame(one, sensor))
  const reading = found && cameraReading(found.message, isRectified(sensor.topic))
  if (!reading || !isProjectable(reading.intrinsics)) {
    const why = found ? `${found.topic} has no focal length` : 'no topic has its calibration'
    request.warn({
      code: 'NO_CALIBRATION',
      message: `${sensor.topic} is not calibrated (${why}), so its pictures are shown without boxes; options.calibration can add it.`,
      source: sensor.topic,
    })
    return { intrinsics: null, egoFromSensor }
  }
  if (reading.cut !== null)
    request.warn({
      code: 'DISTORTION_CUT',
      message: `The lens of ${sensor.topic} is read without ${reading.cut}, so boxes can be off near the edges of its pictures.`,
      source: sensor.topic,
    })
  return { intrinsics: reading.intrinsics, egoFromSensor }
}

const isOfFrame = ({ frameId }: Calibration, sensor: SensorTopic): boolean =>
  frameId !== '' && frameId === sensor.frameId

/** `/camera/image_rect/compressed` holds rectified pictures. */
const isRectified = (topic: string): boolean => topic.split('/').some((part) => /^image_rect(_|$)/.test(part))

/** The nearest one of the topic's folder and the folders above it, except the root. */
function inNamespace(topic: string, calibrations: readonly Calibration[]): Calibration | undefined {
  const parts = topic.split('/')
  for (let depth = parts.length; depth > 0; depth--) {
    const folder = parts.slice(0, depth).join('/')
    if (folder === '' && parts.length > 2) return
    const found = calibrations.find((one) => one.topic.slice(0, one.topic.lastIndexOf('/')) === folder)
    if (found) return found
  }
}
