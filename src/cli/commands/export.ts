import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import type { ExportShown, NewExport } from '../../client/types/exports.ts'
import { readSplitShares } from '../../interchange/core/splits.ts'
import { RefusedError, UsageError } from '../io.ts'
import type { CliSession } from '../session.ts'
import { table } from '../table.ts'

interface CreateOptions {
  tag?: string[]
  batch?: string
  splits?: string
  files: 'none' | 'include'
  destination?: string
  options?: string
  output?: string
}

export function exportCommands(program: Command, session: CliSession): void {
  const noun = program.command('export').description('completed work in training formats')
  noun
    .command('create')
    .argument('<format>', 'such as coco, yolo_detect, kitti_object, nuscenes')
    .description('export completed jobs; with -o wait and download')
    .option('--tag <tag...>', 'only jobs of these tags')
    .option('--batch <batch-id>', 'only jobs of this batch')
    .option('--splits <shares>', 'such as train=0.8,val=0.2')
    .addOption(new Option('--files <files>', 'originals in the archive').choices(['none', 'include']).default('none'))
    .option('--destination <address>', 's3://bucket/prefix/ where the archive is written too')
    .option('--options <json>', "the format's own options")
    .option('-o, --output <file>', 'wait, and write the archive here')
    .action(async (format: string, options: CreateOptions) => {
      const exports = (await session.project()).exports
      const exportId = await exports.create(wanted(format, options))
      if (options.output === undefined) {
        session.print({ export_id: exportId }, () => `${exportId}\n`)
        return
      }
      const shown = await exports.wait(exportId)
      await save(session, shown, options.output)
    })
  noun
    .command('list')
    .description('exports of the project, newest first')
    .action(async () => {
      const rows: ExportShown[] = []
      for await (const row of (await session.project()).exports.list()) rows.push(row)
      session.print({ exports: rows }, () =>
        table(
          ['EXPORT', 'FORMAT', 'STATUS', 'JOBS', 'SIZE', 'CREATED'],
          rows.map((row) => [
            row.export_id,
            row.format,
            row.status,
            row.progress.jobs_total,
            row.size ?? '',
            row.created_at,
          ]),
        ),
      )
    })
  noun
    .command('show')
    .argument('<export-id>')
    .description('progress, address and losses of an export')
    .action(async (exportId: string) => {
      const shown = await (await session.project()).exports.get(exportId)
      session.print(shown, () => summaryOf(shown))
    })
  noun
    .command('download')
    .argument('<export-id>')
    .requiredOption('-o, --output <file>', 'where the archive is written')
    .description('the archive of a completed export')
    .action(async (exportId: string, { output }: { output: string }) => {
      await save(session, await (await session.project()).exports.get(exportId), output)
    })
}

function wanted(format: string, { tag, batch, splits, files, destination, options }: CreateOptions): NewExport {
  return {
    format,
    files,
    filter: { ...(tag && { tag }), ...(batch !== undefined && { batch_id: batch }) },
    ...(splits !== undefined && { splits: parseSplits(splits) }),
    ...(destination !== undefined && { destination }),
    ...(options !== undefined && { options: readOptions(options) }),
  }
}

export function parseSplits(text: string): Record<string, number> {
  const pairs = text.split(',').map((pair) => pair.split('='))
  const isRead = pairs.every(([name, share]) => name && share && Number.isFinite(Number(share)))
  if (!isRead) throw new UsageError(`--splits: expected name=share pairs such as train=0.8,val=0.2; got "${text}"`)
  const read = readSplitShares(Object.fromEntries(pairs.map(([name, share]) => [name, Number(share)])))
  if ('shares' in read) return { ...read.shares }
  throw new UsageError(`--splits: expected ${read.expected}; got ${JSON.stringify(read.found)}`)
}

export function readOptions(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`--options: expected JSON; got "${text}"`)
  }
}

async function save(session: CliSession, shown: ExportShown, output: string): Promise<void> {
  if (shown.status !== 'completed')
    throw new RefusedError(`the export is ${shown.status}${shown.error ? `: ${shown.error.message}` : ''}`)
  const body = await (await session.project()).exports.download(shown)
  const path = resolve(session.io.cwd, output)
  await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(path))
  session.print({ ...shown, file: path }, () => `${summaryOf(shown)}${path}\n`)
}

function summaryOf({ status, progress, losses, content_sha256, error }: ExportShown): string {
  const lines = [
    `${status}: ${progress.jobs_done} of ${progress.jobs_total} jobs`,
    ...(content_sha256 ? [`content ${content_sha256}`] : []),
    ...(error ? [`${error.code}: ${error.message}`] : []),
    ...losses.map(({ kind, count }) => `lost: ${kind} (${count})`),
  ]
  return `${lines.join('\n')}\n`
}
