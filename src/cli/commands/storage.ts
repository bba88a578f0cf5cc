import type { Command } from 'commander'
import { RefusedError } from '../io.ts'
import type { CliSession } from '../session.ts'
import { card } from '../table.ts'

/** These commands work on the service's database and storage directly. */
export function storageCommands(program: Command, session: CliSession): void {
  program
    .command('storage')
    .description('where files are (reads the settings of the service)')
    .command('move')
    .argument('<to>', 'file:/path or s3://bucket/prefix, as in STORAGE_URL')
    .description('copy all files there while the service runs; run it again after a break')
    .option('--finish', 'the last step, with the service stopped: the rest, and from now on that storage')
    .action(async (to: string, options: { finish?: boolean }) => {
      const { moveStorage } = await import('../../operate/storage/move.ts')
      const moving = moveStorage(session.io.env, to, { finish: options.finish === true })
      const moved = await moving.catch((error: unknown) => {
        throw new RefusedError(error instanceof Error ? error.message : String(error))
      })
      if (moved.missing.length > 0) session.exitCode = 1
      session.print(moved, ({ missing, finished, ...sums }) =>
        card({
          ...sums,
          missing: missing.length,
          next: finished ? `start the service with STORAGE_URL=${to}` : 'stop the service, then again with --finish',
        }),
      )
    })
}
