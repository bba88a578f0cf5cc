import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from '../support/stage.ts'

/** Figures that must not grow with time alone. */
export interface Gauges {
  residentMB: number
  heapMB: number
  /** Without the files of pooled connections. */
  openFiles: number
  /** To the database, outside the pools: a pool opens what a busy moment needs and closes it when idle for long. */
  connections: number
  /** Tasks that wait or are leased. */
  tasks: number
  temporaryFiles: number
}

const MEGABYTE = 1024 * 1024

export async function readGauges({ admin, database, service }: Stage): Promise<Gauges> {
  const { bytes } = await admin.call('GET', '/metrics')
  const text = bytes.toString('utf8')
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  const { rows } = await database.pool.query<{ tasks: number; connections: number; pooled: number }>(
    `select (select count(*)::int from tasks) as tasks,
       count(*) filter (where not pooled)::int as connections, count(*) filter (where pooled)::int as pooled
     from (select application_name in ('fiducial api', 'fiducial workers', 'fiducial alone') as pooled from pg_stat_activity
            where datname = current_database() and application_name like 'fiducial%') as of_service`,
  )
  const { tasks, connections, pooled } = rows[0]
  return {
    residentMB: metric('process_resident_memory_bytes') / MEGABYTE,
    heapMB: metric('nodejs_heap_size_used_bytes') / MEGABYTE,
    openFiles: metric('process_open_fds') - pooled,
    connections,
    tasks,
    temporaryFiles: temporaryFilesIn(service.dataDir),
  }
}

function temporaryFilesIn(dataDir: string): number {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.split('/').includes('temporary') && statSync(join(dataDir, path), { throwIfNoEntry: false })?.isFile(),
  ).length
}
