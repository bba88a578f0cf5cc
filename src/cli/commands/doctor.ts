import type { Command } from 'commander'
import type { CliSession } from '../session.ts'
import { table } from '../table.ts'

export function doctorCommands(program: Command, session: CliSession): void {
  program
    .command('doctor')
    .description('look at settings, database, storage, clock, the way out, email and models, and say what to do')
    .option('--reach <url...>', 'addresses that the service should be able to call')
    .action(async ({ reach = [] }: { reach?: string[] }) => {
      const { examine } = await import('../../operate/doctor/doctor.ts')
      const checks = await examine(session.io.env, reach)
      const failed = checks.filter(({ state }) => state === 'failed').length
      session.exitCode = failed > 0 ? 1 : 0
      session.print({ ok: failed === 0, checks }, () => {
        const rows = checks.map(({ part, state, found }) => [part, state, found])
        const advice = checks.flatMap((one) =>
          one.advice === null ? [] : [`${one.part}: ${one.found}\n  ${one.advice}\n`],
        )
        return [table(['PART', 'STATE', 'FOUND'], rows), ...advice].join('\n')
      })
    })
}
