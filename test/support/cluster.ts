import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { makeFolder, ServiceProcess } from './serviceProcess.ts'

/** Two service processes over one database and one file store, as on two machines. */
export interface Cluster {
  database: TestDatabase
  first: ServiceProcess
  second: ServiceProcess
  clear(): Promise<void>
}

export async function startCluster(roles: { first: string; second: string }): Promise<Cluster> {
  const database = await createTestDatabase()
  const { first, second, remove } = await startPair(database.connectionString, roles)
  const clear = async () => {
    await remove()
    await database.drop()
  }
  return { database, first, second, clear }
}

/** `more`: settings for each service beyond the usual ones. */
export async function startPair(
  databaseUrl: string,
  roles: { first: string; second: string },
  more: Readonly<Record<string, string>> = {},
) {
  const folder = makeFolder()
  mkdirSync(join(folder, 'files'))
  const shared = {
    STORAGE_URL: `file:${join(folder, 'files')}`,
    SECRET_KEY: 'the same on every machine of this cluster, 0123456789',
    ...more,
  }
  const first = await ServiceProcess.start({ databaseUrl, env: { ...shared, ROLES: roles.first } })
  const env = { ...shared, ROLES: roles.second, BASE_URL: first.baseUrl }
  const second = await ServiceProcess.start({ databaseUrl, env })
  const remove = async () => {
    await first.remove()
    await second.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  return { first, second, remove }
}
