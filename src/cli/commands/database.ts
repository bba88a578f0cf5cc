import type { Command } from 'commander'
import { RefusedError } from '../io.ts'
import type { CliSession } from '../session.ts'
import { table } from '../table.ts'

export function databaseCommands(program: Command, session: CliSession): void {
  const database = program.command('database').description('the PostgreSQL of the service')
  database
    .command('leftovers')
    .description('databases under /var/lib/fiducial whose data folder is gone')
    .option('--remove', 'remove them with all their data; first make sure that no disk is unmounted')
    .action(async (options: { remove?: boolean }) => {
      const { abandonedClusters, removeLeftover } = await import('../../operate/leftovers.ts')
      const found = abandonedClusters()
      if (options.remove) {
        for (const cluster of found) await removeLeftover(cluster).catch(refuse)
      }
      session.print({ leftovers: found, removed: options.remove === true }, () =>
        found.length === 0
          ? 'no leftovers\n'
          : table(
              ['DATABASE', 'DATA FOLDER THAT IS GONE', options.remove ? 'REMOVED' : 'SERVER RUNS AS'],
              found.map((one) => [one.cluster, one.dataDir, options.remove ? 'yes' : (one.serverPid ?? '–')]),
            ),
      )
    })
  database
    .command('distribute')
    .description(
      'divide the database by project among the workers of a Citus cluster, with the service stopped (DATABASE_URL)',
    )
    .option('--dry-run', 'only print the statements')
    .action(async (options: { dryRun?: boolean }) => {
      const { distributeDatabase } = await import('../../operate/distribution/distribute.ts')
      const done = await distributeDatabase(session.io.env, { dryRun: options.dryRun === true }).catch(refuse)
      session.print(done, ({ statements, workers }) =>
        [
          ...statements.map((statement) => `${statement};`),
          `${statements.length} statements, ${workers} workers`,
          '',
        ].join('\n'),
      )
    })
}

function refuse(error: unknown): never {
  throw new RefusedError(error instanceof Error ? error.message : String(error))
}
