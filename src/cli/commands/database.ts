import type { Command } from 'commander'
import { RefusedError } from '../io.ts'
import type { CliSession } from '../session.ts'
import { table } from '../table.ts'

export function databaseCommands(program: Command, session: CliSession): void {
  const database = program.command('database').description('the embedded PostgreSQL')
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
}

function refuse(error: unknown): never {
  throw new RefusedError(error instanceof Error ? error.message : String(error))
}
