import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { apiRoutes } from '../../src/api/api.ts'
import type { ApiContext } from '../../src/api/context.ts'
import { Draining } from '../../src/api/http/draining.ts'
import { KeyCheck } from '../../src/api/http/keyCheck.ts'
import { RateLimit } from '../../src/api/http/rateLimit.ts'
import { buildServer } from '../../src/api/http/server.ts'
import { SessionCheck } from '../../src/api/http/sessionCheck.ts'
import { ProjectCache } from '../../src/api/projectCache.ts'
import { readConfig } from '../../src/config.ts'
import { JobIngest } from '../../src/store/cluster/jobs/ingest.ts'
import { insertKey } from '../../src/store/cluster/keys/keys.ts'
import { createPool, type Pool } from '../../src/store/postgres/pools.ts'
import { insertProject } from '../../src/store/project/projects/projects.ts'
import { putTag } from '../../src/store/project/tags/tags.ts'
import { IMAGE_PROJECT } from '../../test/support/imageProject.ts'

/** A project with a key that may submit to it. */
export interface BenchProject {
  projectId: string
  key: string
}

/**
 * `durable` writes jobs as the service does, `pooled` through a pooler; `none` answers as if they had been written: the
 * same server, checks and answers without a database.
 */
export type IngestKind = 'durable' | 'pooled' | 'none'

/** The HTTP server of the service with one project, in a separate process; of another server where it is handed over. */
async function serve(connectionString: string, ingestKind: IngestKind, known?: BenchProject): Promise<void> {
  const log = pino({ level: 'silent' })
  const pool = createPool({
    connectionString,
    applicationName: 'bench',
    maxConnections: 8,
    statementTimeoutMs: 60_000,
    pooled: ingestKind === 'pooled',
    log,
  })
  const config = { ...readConfig({}), rateLimit: 0 }
  // The same in every server on a database.
  const masterKey = createHash('sha256').update('bench').digest()
  const { projectId, key } = known ?? (await makeProject(pool, masterKey))
  const ingest = new JobIngest(pool, () => {})
  const keys = new KeyCheck(pool)
  const limits = new RateLimit(0)
  const projects = new ProjectCache(pool, masterKey)
  const context = {
    config,
    baseUrl: () => 'http://127.0.0.1',
    version: 'bench',
    pool,
    masterKey,
    allowNetworks: [],
    ingest: ingestKind === 'none' ? { add: async () => true } : ingest,
    keys,
    limits,
    projects,
    log,
    serviceRoutes: [],
    wake: () => {},
  } as unknown as ApiContext
  const server = buildServer(
    {
      baseUrl: () => '',
      config,
      keys,
      limits,
      sessions: new SessionCheck(pool, () => ''),
      projects,
      log,
      draining: new Draining(),
    },
    apiRoutes(context),
    () => {},
  )
  await server.listen({ host: '127.0.0.1', port: 0 })
  process.send!({ port: (server.server.address() as AddressInfo).port, projectId, key })
  process.once('disconnect', () => process.exit(0))
}

async function makeProject(pool: Pool, masterKey: Buffer): Promise<BenchProject> {
  const projectId = await insertProject(pool, masterKey, IMAGE_PROJECT)
  const boxes = {
    name: 'car',
    color: 'rgb(1, 2, 3)',
    instantiable: true,
    geometries: null,
    defaultSize: null,
    attributes: [],
  }
  await putTag(pool, projectId, {
    name: 'boxes',
    annotationType: 'image2d',
    review: null,
    gold: null,
    training: null,
    consensus: null,
    assistWaitSeconds: 0,
    instructions: null,
    attributes: [],
    classes: [boxes],
  })
  const { key } = await insertKey(pool, { projectId, name: 'bench', scopes: ['submit', 'read'] })
  return { projectId, key }
}

const [connectionString, kind, known] = process.argv.slice(2)
await serve(connectionString, kind as IngestKind, known ? JSON.parse(known) : undefined)
