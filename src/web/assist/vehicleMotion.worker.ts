import type { Pose } from '../../geometry/pose.ts'
import { vehicleMotion } from '../../model/egoMotion/vehicleMotion.ts'
import { serveWorker } from '../kit/worker/serveWorker.ts'
import type { VehicleMotionRequest } from './vehicleMotionMessages.ts'

serveWorker<VehicleMotionRequest, Pose | null>({
  answer: ({ before, now, middle }) => ({ result: vehicleMotion(before, now, middle) }),
})
