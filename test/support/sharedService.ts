import { after } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { ServiceProcess } from './serviceProcess.ts'

export interface SharedService {
  database: TestDatabase
  service: ServiceProcess
}

let shared: Promise<SharedService> | null = null

/**
 * The service of this test process, with the usual settings. All files that the runner joins in one process share it,
 * so each file creates its own projects and people. It ends with the process.
 */
export function sharedService(): Promise<SharedService> {
  shared ??= start()
  return shared
}

async function start(): Promise<SharedService> {
  const database = await createTestDatabase()
  const service = await ServiceProcess.start({ databaseUrl: database.connectionString })
  return { database, service }
}

// The runner loads this module before the files that it joins: the hook is the process's, not that of the first file. Where
// a file runs by itself, its own hooks come first, since they are registered while the module is loaded.
queueMicrotask(() =>
  after(async () => {
    if (!shared) return
    const { database, service } = await shared
    await service.remove()
    await database.drop()
  }),
)
