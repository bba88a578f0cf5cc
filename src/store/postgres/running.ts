import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVICE_ROLE } from './cluster.ts'
import { RECORD_NAME } from './places.ts'
import { findPostmaster } from './postmaster.ts'

/** Address of the embedded server that a running service has for this data folder; null if there is none. */
export function runningDatabase(dataDir: string): string | null {
  const record = join(dataDir, RECORD_NAME)
  const cluster = existsSync(record)
    ? (JSON.parse(readFileSync(record, 'utf8')) as { cluster: string }).cluster
    : join(dataDir, 'postgres')
  const server = findPostmaster(cluster)
  return server && `postgresql://${SERVICE_ROLE}@localhost/fiducial?host=${encodeURIComponent(server.socketFolder)}`
}
