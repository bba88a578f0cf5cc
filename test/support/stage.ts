import { CallbackReceiver } from '../callbackReceiver.ts'
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from '../database.ts'
import { Api } from './apiClient.ts'
import { FileServer } from './fileServer.ts'
import { ServiceProcess } from './serviceProcess.ts'

/** A running service with all that stands around it: the customer's file server and callback receiver, a database. */
export interface Stage {
  database: TestDatabase
  service: ServiceProcess
  files: FileServer
  receiver: CallbackReceiver
  admin: Api
  clear(): Promise<void>
}

/** `env`: settings of the service beyond the usual ones of tests. */
export async function setStage(
  env: Readonly<Record<string, string>> = {},
  databaseOptions: TestDatabaseOptions = {},
): Promise<Stage> {
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
