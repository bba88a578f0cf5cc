import { CallbackReceiver } from '../callbackReceiver.ts'
import type { TestDatabase } from '../database.ts'
import { Api } from './apiClient.ts'
import { FileServer } from './fileServer.ts'
import type { JobPlacer } from './jobPlacer.ts'
import type { ServiceProcess } from './serviceProcess.ts'
import { sharedService } from './sharedService.ts'

/** A running service and its surroundings: the customer's file server and callback receiver, and a database. */
export interface Stage {
  database: TestDatabase
  /** Shared with other files, so no test may stop it. */
  service: Pick<ServiceProcess, 'baseUrl' | 'adminKey' | 'dataDir'>
  files: FileServer
  receiver: CallbackReceiver
  admin: Api
  /** Puts jobs into the queue that no test is about; only for a service with the usual settings. */
  placer?(): Promise<JobPlacer>
  clear(): Promise<void>
}

/**
 * Joins the service of this test process (`sharedService`): other files have projects, people and jobs on it. A file that
 * needs settings, or the installation to itself, takes `setOwnStage`.
 */
export async function setStage(): Promise<Stage> {
  const { database, service, placer } = await sharedService()
  const files = await FileServer.start()
  const receiver = await CallbackReceiver.start()
  const admin = new Api(service.baseUrl, service.adminKey)
  const clear = async () => {
    await receiver.stop()
    await files.stop()
    if (!service.isRunning) throw new Error(`the service ended during these tests\n${service.output}`)
  }
  return { database, service, files, receiver, admin, placer, clear }
}
