import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CitusCluster } from '../support/citus.ts'

/** npm run citus: tests of the HTTP service on a database that is divided among a coordinator and two workers. */
const FILES = [
  'src/store/cluster/files/claims.test.ts',
  'test/api/jobLists.test.ts',
  'test/api/notifications.test.ts',
  'test/assistants/http.test.ts',
  'test/chaos/ledger/ledger.test.ts',
  'test/citus/failover.test.ts',
  'test/citus/filled.test.ts',
  'test/citus/losses.test.ts',
  'test/citus/operator.test.ts',
  'test/citus/plans.test.ts',
  'test/citus/walk.test.ts',
  'test/quality/consensus.test.ts',
  'test/quality/contests.test.ts',
  'test/quality/gold.test.ts',
  'test/quality/review.test.ts',
  'test/workbench/queue.test.ts',
  'test/workbench/undo.test.ts',
  'test/workbench/work.test.ts',
]

const ROOT = join(import.meta.dirname, '..', '..')
const home = process.env.CITUS_HOME
if (!home || !existsSync(join(home, 'bin', 'postgres'))) {
  process.stdout.write('skipped: CITUS_HOME names no PostgreSQL with Citus (the folder that holds bin/postgres)\n')
  process.exit(0)
}
const cluster = await CitusCluster.start(home)
try {
  const files = process.argv.length > 2 ? process.argv.slice(2) : FILES
  const tests = spawn(
    process.execPath,
    [
      '--test',
      '--test-timeout=300000',
      '--test-reporter=spec',
      '--test-concurrency=1',
      ...files.map((file) => join(ROOT, file)),
    ],
    { stdio: 'inherit', env: { ...process.env, FIDUCIAL_TEST_CITUS: cluster.urls.join() } },
  )
  const [code] = await once(tests, 'exit')
  process.exitCode = code ?? 1
} finally {
  await cluster.stop()
}
