import { CallbackReceiver } from '../callbackReceiver.ts'
import { createTestDatabase, type TestDatabaseOptions } from '../database.ts'
import { Api } from './apiClient.ts'
import { FileServer } from './fileServer.ts'
import { ServiceProcess } from './serviceProcess.ts'
import type { Stage } from './stage.ts'

export interface OwnStage extends Stage {
  service: ServiceProcess
}

/**
 * A stage with a service and a database that nothing else uses: for tests that set settings, stop or kill the service, or
 * look at all projects and people of the installation. It costs a second of processor time; `setStage` costs none.
 * @param env settings of the service beyond the usual ones of tests
 */
export async function setOwnStage(
  env: Readonly<Record<string, string>> = {},
  databaseOptions: TestDatabaseOptions = {},
): Promise<OwnStage> {
  const database = await createTestDatabase(databaseOptions)
  const files = await FileServer.start()
  const receiver = await CallbackReceiver.start()
  const service = await ServiceProcess.start({ databaseUrl: database.connectionString, env })
  const admin = new Api(service.baseUrl, service.adminKey)
  const clear = async () => {
    await service.remove()
    await receiver.stop()
    await files.stop()
    await database.drop()
  }
  return { database, service, files, receiver, admin, clear }
}
