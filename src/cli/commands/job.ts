import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { BulkResult } from '../../client/bulk.ts'
import type { JobBody, JobRecord } from '../../client/types/jobs.ts'
import type { JobData } from '../../client/types/words.ts'
import { failureLines, refusalJson, refusalText } from '../failures.ts'
import { RefusedError, readJsonFile, UsageError } from '../io.ts'
import { readJobs } from '../jobFile.ts'
import type { CliSession } from '../session.ts'
import { card } from '../table.ts'

interface SubmitOptions {
  batch?: string
  priority?: number
  again?: boolean
}

const FILE = 'one job as JSON, a list, or one job a line; - for the standard input'

export function jobCommands(program: Command, session: CliSession): void {
  const job = program.command('job').description('jobs')
  job
    .command('submit')
    .argument('<file>', FILE)
    .description('create jobs')
    .option('--batch <batch-id>', 'put them in this batch')
    .option('--priority <weight>', '1 (lowest) to 10', priority)
    .option('--again', 'a job that is there with the same payload counts as created')
    .action((file: string, options: SubmitOptions) => submit(session, file, options))
  job
    .command('show')
    .argument('[job-id]')
    .description('the record of a job')
    .option('--reference <reference-id>', 'find it by your own id')
    .action(async (jobId: string | undefined, { reference }: { reference?: string }) => {
      if ((jobId === undefined) === (reference === undefined)) throw new UsageError('give a job id, or --reference')
      const { jobs } = await session.project()
      showRecord(session, await (jobId === undefined ? jobs.findByReference(reference ?? '') : jobs.get(jobId)))
    })
  job
    .command('cancel')
    .argument('<job-id>')
    .description('cancel a job that is not finished')
    .action(async (jobId: string) => showRecord(session, await (await session.project()).jobs.cancel(jobId)))
  job
    .command('retry')
    .argument('<job-id>')
    .description('take a failed job back to the start')
    .option('--data <file>', 'corrected data, as JSON')
    .action(async (jobId: string, { data }: { data?: string }) => {
      const corrected = data === undefined ? undefined : ((await readJsonFile(session.io, data)) as JobData)
      showRecord(session, await (await session.project()).jobs.retry(jobId, corrected))
    })
  job
    .command('result')
    .argument('<job-id>')
    .description('the latest result document')
    .option('--out <file>', 'write it there')
    .action(async (jobId: string, { out }: { out?: string }) => {
      const document = await (await session.project()).jobs.result(jobId)
      if (document === null) throw new RefusedError(`job ${jobId} has no result yet`)
      const text = `${JSON.stringify(document, null, 2)}\n`
      if (out === undefined) session.io.out(text)
      else writeFileSync(resolve(session.io.cwd, out), text)
    })
  job
    .command('validate')
    .argument('<file>', FILE)
    .description("the service's own checks, without a service: everything but tags and files")
    .action((file: string) => validate(session, file))
}

async function submit(session: CliSession, file: string, options: SubmitOptions): Promise<void> {
  const bodies = (await readJobs(session.io, file)) as JobBody[]
  const filled = bodies.map((body) => ({
    ...body,
    ...(options.batch === undefined ? {} : { batch_id: options.batch }),
    ...(options.priority === undefined ? {} : { priority_weight: options.priority }),
  }))
  const { jobs } = await session.project()
  const results: BulkResult[] = []
  for await (const result of jobs.createMany(filled, { existing: options.again ? 'accept' : 'after_retry' })) {
    results.push(result)
    if (!session.options.json) session.io.out(submittedLine(result))
  }
  if (results.some(({ success }) => !success)) session.exitCode = 1
  if (!session.options.json) return
  const shown = results.map((result) =>
    result.success
      ? { index: result.index, success: true, data: result.data }
      : { index: result.index, ...refusalJson(result.error) },
  )
  session.print({ results: shown }, () => '')
}

function submittedLine(result: BulkResult): string {
  const name = result.body.reference_id ?? `job ${result.index + 1}`
  if (!result.success) return `refused  ${name}: ${refusalText(result.error)}`
  const { data } = result
  const warnings = data.warnings.length ? `  warnings:\n${failureLines(data.warnings)}` : ''
  return `${data.existing ? 'existing' : 'created '}  ${data.job_id}  ${data.reference_id}\n${warnings}`
}

async function validate(session: CliSession, file: string): Promise<void> {
  // Loaded here: compiling the schemas would slow down every other command.
  const { checkOffline } = await import('../offlineCheck.ts')
  const verdicts = (await readJobs(session.io, file)).map(checkOffline)
  if (verdicts.length === 0) throw new RefusedError(`${file} holds no job`)
  if (!verdicts.every(({ valid }) => valid)) session.exitCode = 1
  session.print({ valid: session.exitCode === 0, jobs: verdicts }, ({ jobs }) =>
    jobs
      .map(({ reference_id: reference, valid, code, message, failures, warnings }, index) => {
        const name = reference ?? `job ${index + 1}`
        const verdict = valid
          ? `valid    ${name}\n`
          : `refused  ${name}: ${message} (${code})\n${failureLines(failures)}`
        return verdict + (warnings.length ? `  warnings:\n${failureLines(warnings)}` : '')
      })
      .join(''),
  )
}

function showRecord(session: CliSession, record: JobRecord): void {
  session.print(record, ({ warnings, error, metadata, findings, ...shown }) => {
    const failures = error ? `\n${error.message} (${error.code})\n${failureLines(error.meta_data?.failures ?? [])}` : ''
    const found = findings && `${findings.errors} errors, ${findings.warnings} warnings`
    return card({ ...shown, metadata: JSON.stringify(metadata), warnings: warnings.length, findings: found }) + failures
  })
}

function priority(text: string): number {
  const weight = Number(text)
  if (!Number.isInteger(weight) || weight < 1 || weight > 10) throw new InvalidArgumentError('1 to 10')
  return weight
}
