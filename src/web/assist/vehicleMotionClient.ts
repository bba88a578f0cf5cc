import type { Pose } from '../../geometry/pose.ts'
import { WorkerClient } from '../kit/worker/workerClient.ts'
import type { VehicleMotionRequest } from './vehicleMotionMessages.ts'

const start = () => new Worker(new URL('./vehicleMotion.worker.ts', import.meta.url), { type: 'module' })

/** Finds in a separate worker how the vehicle moved between two clouds. A worker that fails does not know. */
export class VehicleMotionClient {
  readonly #worker = new WorkerClient<VehicleMotionRequest, Pose | null>(start)

  async between(request: VehicleMotionRequest): Promise<Pose | null> {
    try {
      return await this.#worker.ask(request, { transfer: [request.before.buffer, request.now.buffer] })
    } catch {
      return null
    }
  }

  dispose(): void {
    this.#worker.close()
  }
}
