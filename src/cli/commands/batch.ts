import type { Command } from 'commander'
import type { JobSummary } from '../../client/types/batches.ts'
import type { CliSession } from '../session.ts'
import { table } from '../table.ts'

interface CreateOptions {
  description?: string
  callbackUrl?: string
}

export function batchCommands(program: Command, session: CliSession): void {
  const batch = program.command('batch').description('batches of jobs')
  batch
    .command('create')
    .argument('<name>')
    .description('create a batch')
    .option('--description <text>')
    .option('--callback-url <url>', "of the origin of the project's callback")
    .action(async (name: string, options: CreateOptions) => {
      const { description, callbackUrl } = options
      const batchId = await (await session.project()).batches.create({ name, description, callback_url: callbackUrl })
      session.print({ batch_id: batchId }, () => `${batchId}\n`)
    })
  batch
    .command('show')
    .argument('<batch-id>')
    .description('all jobs of a batch')
    .action(async (batchId: string) => {
      const jobs: JobSummary[] = []
      for await (const job of (await session.project()).batches.jobs(batchId)) jobs.push(job)
      session.print({ batch_id: batchId, jobs }, () =>
        table(
          ['JOB', 'REFERENCE', 'STATUS', 'TAG', 'FRAMES', 'ANNOTATIONS'],
          jobs.map((j) => [j.id, j.reference_id, j.status, j.tag, j.frames, j.annotations]),
        ),
      )
    })
}
