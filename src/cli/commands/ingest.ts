import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import type { FiducialClient } from '../../client/fiducialClient.ts'
import type { FilesToIngest, WantedIngest } from '../../client/ingests.ts'
import { type LeftOut, type LocalFile, localFiles } from '../../client/localFiles.ts'
import { sendFiles } from '../../client/sendFiles.ts'
import type { IngestShown } from '../../client/types/ingests.ts'
import { RefusedError, UsageError } from '../io.ts'
import { SendProgress, sizeText } from '../sendProgress.ts'
import type { CliSession } from '../session.ts'
import { table } from '../table.ts'

interface IngestOptions {
  tag: string
  layout?: string
  dryRun?: boolean
  batch?: string
  watch?: boolean
  yes?: boolean
  weight?: number
  options?: string
}

const ADDRESS = /^(https?|s3):\/\//
const POLL_MS = 500
const WATCH_MS = 1000
/** A file is taken once its size did not change for that long. */
const RESTED_MS = 2000
const SHOWN = 20

export function ingestCommands(program: Command, session: CliSession): void {
  program
    .command('ingest')
    .argument('<source...>', 'a folder or file, or addresses (https, s3)')
    .requiredOption('--tag <tag>', 'of the jobs')
    .option('--layout <layout>', 'how the source is laid out (default: found by its content)')
    .option('--dry-run', 'show the plan and create nothing')
    .option('--batch <name>', 'the batch of the jobs; made where there is none of that name')
    .addOption(new Option('--weight <n>', 'priority weight of the jobs').argParser(Number))
    .option('--options <json>', 'options of the ingest, such as {"frames_per_job": 100}')
    .option('--yes', 'create without asking')
    .option('--watch', 'take new files of the folder as they come, until interrupted')
    .description('make jobs of own files: send them, show the plan, ask, create')
    .action(async (sources: string[], options: IngestOptions) => {
      if (!options.yes && !options.dryRun && !session.io.terminal)
        throw new UsageError('the standard input is not a terminal: say --yes to create without being asked')
      const addresses = sources.filter((source) => ADDRESS.test(source))
      if (addresses.length > 0 && addresses.length < sources.length)
        throw new UsageError('addresses and own files cannot be mixed in one ingest')
      if (addresses.length === 0 && sources.length > 1)
        throw new UsageError(`expected one folder or file; got ${sources.length}`)
      if (options.watch && (options.dryRun || addresses.length > 0))
        throw new UsageError('--watch takes a folder, without --dry-run')
      const client = await session.project()
      const wanted = wantedIngest(options)
      if (addresses.length > 0) {
        const source = addresses.length === 1 ? addresses[0] : addresses
        return finish(session, await planAndCreate(session, client, { source, wanted }, options))
      }
      const root = resolve(session.io.cwd, sources[0])
      if (options.watch) return watch(session, client, root, wanted)
      const files = await findLocalFiles(session, root)
      if (files.length === 0) throw new RefusedError(`${sources[0]} has no files`)
      const source = { files: await sendAll(session, client, files) }
      return finish(session, await planAndCreate(session, client, { source, wanted }, options))
    })
}

function wantedIngest({ tag, layout, batch, weight, options }: IngestOptions): WantedIngest {
  return {
    tag,
    ...(layout !== undefined && { layout }),
    ...(batch !== undefined && { batch_name: batch }),
    ...(weight !== undefined && { priority_weight: weight }),
    ...(options !== undefined && { options: readOptions(options) }),
  }
}

function readOptions(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`--options: expected JSON; got "${text}"`)
  }
}

/** The files below a path, with what is not sent told. @throws UsageError where there is nothing at the path */
export async function findLocalFiles({ io }: CliSession, root: string, told = new Set<string>()): Promise<LocalFile[]> {
  const files: LocalFile[] = []
  const tell = ({ name, reason }: LeftOut) => {
    if (!told.has(name)) io.err(`not sent: ${name}: ${reason}\n`)
    told.add(name)
  }
  try {
    for await (const file of localFiles(root, tell)) files.push(file)
  } catch (error) {
    throw new UsageError(`cannot read ${root}: ${error instanceof Error ? error.message : error}`)
  }
  return files
}

/** Sends the files and answers their ids in the order of their names. */
export async function sendAll(
  { io, stop }: CliSession,
  client: FiducialClient,
  files: readonly LocalFile[],
): Promise<string[]> {
  const progress = new SendProgress(io, files)
  try {
    return await sendFiles(client.files, files, { signal: stop, onSent: (file) => progress.done(file) })
  } finally {
    progress.end()
  }
}

/** Plans, shows the plan, asks, creates and waits until every job has left validation. */
async function planAndCreate(
  session: CliSession,
  client: FiducialClient,
  { source, wanted }: { source: FilesToIngest; wanted: WantedIngest },
  { yes, dryRun }: IngestOptions,
): Promise<IngestShown> {
  const { io } = session
  const { ingest_id: ingestId } = await client.ingests.create(source, { ...wanted, dry_run: true })
  const planned = await follow(session, client, ingestId)
  if (planned.status !== 'planned') return planned
  io.err(planText(planned))
  if (dryRun) return planned
  if (!yes && !/^y(es)?$/i.test(((await io.terminal?.ask('Create these jobs? [y/N] ')) ?? '').trim())) {
    await client.ingests.cancel(ingestId)
    throw new RefusedError('nothing was created')
  }
  await client.ingests.start(ingestId)
  return await follow(session, client, ingestId)
}

const OVER: readonly IngestShown['status'][] = ['planned', 'completed', 'failed', 'cancelled']

/** Polls until the ingest is planned or over. */
export async function follow(session: CliSession, client: FiducialClient, ingestId: string): Promise<IngestShown> {
  const { io, stop } = session
  let wasPlanned = false
  for (;;) {
    const shown = await client.ingests.get(ingestId)
    // Just after its start it may still be planned.
    const isOver = OVER.includes(shown.status) && !(wasPlanned && shown.status === 'planned')
    if (isOver) {
      io.terminal?.redraw('')
      return shown
    }
    wasPlanned ||= shown.status === 'creating'
    io.terminal?.redraw(progressText(shown))
    await sleep(POLL_MS, undefined, { signal: stop })
  }
}

function progressText({ status, progress, created }: IngestShown): string {
  const bytes =
    progress.bytes_total > 0 ? `, ${sizeText(progress.bytes_done)} of ${sizeText(progress.bytes_total)}` : ''
  return `${status}: ${progress.files_done} of ${progress.files_total} files${bytes}, ${created} jobs created`
}

function finish(session: CliSession, shown: IngestShown): void {
  session.print(shown, summaryText)
  if (shown.status !== 'completed' && shown.status !== 'planned') session.exitCode = 1
}

/** The plan as a person reads it before anything is created. */
export function planText({ layout, why, plan }: IngestShown): string {
  if (!plan) return ''
  const lines = [
    `${layout}: ${why}`,
    `${plan.jobs} jobs, ${plan.frames} frames, ${plan.files} files, ${sizeText(plan.bytes)}` +
      (plan.rate_hz ? `, ${plan.rate_hz} frames a second` : '') +
      (plan.with_poses ? ', with poses' : ''),
    ...plan.warnings.map(({ message }) => `warning: ${message}`),
    ...plan.skipped.slice(0, SHOWN).map(({ file, reason }) => `left out: ${file}: ${reason}`),
    ...more(plan.skipped_total),
  ]
  const sensors = table(
    ['SENSOR', 'MODALITY', 'FRAMES', 'SOURCE'],
    plan.sensors.map((one) => [one.sensor_id, one.modality, one.frames, one.source]),
  )
  const sample = table(
    ['REFERENCE ID', 'FRAMES', 'FILES'],
    plan.sample.map((one) => [one.reference_id, one.frames, one.files]),
  )
  return `${lines.join('\n')}\n\n${plan.sensors.length > 0 ? `${sensors}\n` : ''}${sample}`
}

const more = (total: number): string[] => (total > SHOWN ? [`and ${total - SHOWN} more`] : [])

function summaryText(shown: IngestShown): string {
  const { status, created, duplicates, failures, failures_total, error } = shown
  const lines = [
    ...(error ? [`${error.code}: ${error.message}`] : []),
    ...failures.slice(0, SHOWN).map(failureText),
    ...more(failures_total),
    `${status}: ${created} jobs created${duplicates > 0 ? `, ${duplicates} were there already` : ''}`,
  ]
  return `${lines.join('\n')}\n`
}

export function failureText({ file, field, type, expected, found }: IngestShown['failures'][number]): string {
  const place = field === undefined ? file : `${file}, ${field}`
  const wanted = expected === undefined ? '' : `: expected ${expected}${found === undefined ? '' : `, found ${found}`}`
  return `${type}  ${place}${wanted}`
}

/** Sends and ingests files of a folder as they come to rest, until the command is asked to end. */
async function watch(session: CliSession, client: FiducialClient, root: string, wanted: WantedIngest): Promise<void> {
  const stop = session.io.stopSignal?.() ?? new AbortController().signal
  session.stop = stop
  session.io.err(`watching ${root}; interrupt to end\n`)
  try {
    await ingestRested(session, client, { root, wanted, stop })
  } catch (error) {
    if (!stop.aborted) throw error
  }
}

async function ingestRested(
  session: CliSession,
  client: FiducialClient,
  { root, wanted, stop }: { root: string; wanted: WantedIngest; stop: AbortSignal },
): Promise<void> {
  const taken = new Set<string>()
  const told = new Set<string>()
  const seen = new Map<string, { bytes: number; sinceMs: number }>()
  for (;;) {
    const rested = (await findLocalFiles(session, root, told)).filter(
      (file) => !taken.has(keyOf(file)) && hasRested(file, seen),
    )
    if (rested.length > 0) {
      const files = await sendAll(session, client, rested)
      const { ingest_id } = await client.ingests.create({ files }, wanted)
      const shown = await follow(session, client, ingest_id)
      for (const file of rested) taken.add(keyOf(file))
      session.print(shown, summaryText)
    }
    await sleep(WATCH_MS, undefined, { signal: stop })
  }
}

const keyOf = ({ name, bytes, modifiedMs }: LocalFile): string => JSON.stringify([name, bytes, modifiedMs])

function hasRested({ name, bytes }: LocalFile, seen: Map<string, { bytes: number; sinceMs: number }>): boolean {
  const nowMs = performance.now()
  const before = seen.get(name)
  if (before?.bytes === bytes) return nowMs - before.sinceMs >= RESTED_MS
  seen.set(name, { bytes, sinceMs: nowMs })
  return false
}
