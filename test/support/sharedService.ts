import { after } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { Api } from './apiClient.ts'
import type { JobPlacer } from './jobPlacer.ts'
import { ServiceProcess } from './serviceProcess.ts'

export interface SharedService {
  database: TestDatabase
  service: ServiceProcess
  /** Made when it is asked for: most of what it loads no other test needs. */
  placer(): Promise<JobPlacer>
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
  let placer: Promise<JobPlacer> | null = null
  const makePlacer = async () => {
    const { JobPlacer } = await import('./jobPlacer.ts')
    const admin = new Api(service.baseUrl, service.adminKey)
    return new JobPlacer({ pool: database.pool, dataDir: service.dataDir, admin })
  }
  return { database, service, placer: () => (placer ??= makePlacer()) }
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
