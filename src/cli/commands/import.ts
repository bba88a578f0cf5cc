import { openAsBlob } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { WantedImport } from '../../client/imports.ts'
import type { ImportShown } from '../../client/types/imports.ts'
import { RefusedError, UsageError } from '../io.ts'
import type { CliSession } from '../session.ts'
import { table } from '../table.ts'
import { unusedPartLines } from '../unusedPartLines.ts'

interface CreateOptions {
  tag: string
  into: 'predictions' | 'jobs'
  dataBase?: string
  map?: string[]
  dropUnknown?: boolean
  replace?: boolean
  options?: string
  wait: boolean
}

const SHOWN = 20

export function importCommands(program: Command, session: CliSession): void {
  const noun = program.command('import').description('labels made elsewhere')
  noun
    .command('create')
    .argument('<format>', 'such as coco, yolo_detect, kitti_object')
    .argument('<archive>', 'a ZIP file, or its address')
    .requiredOption('--tag <tag>', 'of the jobs that the labels are for')
    .addOption(
      new Option('--into <what>', 'starting points of jobs, or new jobs')
        .choices(['predictions', 'jobs'])
        .default('predictions'),
    )
    .option('--data-base <address>', 'into jobs: what names of files are put behind')
    .option('--map <names...>', 'classes of the tag for names of the data set, such as person=pedestrian')
    .option('--drop-unknown', 'leave out records whose class the tag does not have')
    .option('--replace', 'also where a prediction is there already')
    .option('--options <json>', "the format's own options")
    .option('--no-wait', 'only say the id')
    .description('import labels, wait, and say what matched')
    .action(async (format: string, archive: string, options: CreateOptions) => {
      const imports = (await session.project()).imports
      const source = /^(https?|s3):\/\//.test(archive) ? { url: archive } : await openFile(session, archive)
      const importId = await imports.create(wanted(format, options), source)
      if (!options.wait) {
        session.print({ import_id: importId }, () => `${importId}\n`)
        return
      }
      const shown = await imports.wait(importId)
      session.print(shown, () => summaryOf(shown))
      if (shown.status !== 'completed') throw new RefusedError(`the import is ${shown.status}`)
    })
  noun
    .command('list')
    .description('imports of the project, newest first')
    .action(async () => {
      const rows: ImportShown[] = []
      for await (const row of (await session.project()).imports.list()) rows.push(row)
      session.print({ imports: rows }, () =>
        table(
          ['IMPORT', 'FORMAT', 'TAG', 'STATUS', 'MATCHED', 'UNMATCHED', 'CREATED'],
          rows.map((row) => [
            row.import_id,
            row.format,
            row.tag,
            row.status,
            row.matched,
            row.unmatched_total,
            row.created_at,
          ]),
        ),
      )
    })
  noun
    .command('show')
    .argument('<import-id>')
    .description('progress, what matched and what did not')
    .action(async (importId: string) => {
      const shown = await (await session.project()).imports.get(importId)
      session.print(shown, () => summaryOf(shown))
    })
}

async function openFile(session: CliSession, path: string): Promise<Blob> {
  try {
    return await openAsBlob(resolve(session.io.cwd, path))
  } catch {
    throw new UsageError(`${path}: no such file`)
  }
}

function wanted(format: string, options: CreateOptions): WantedImport {
  const { tag, into, dataBase, map, dropUnknown, replace } = options
  return {
    format,
    tag,
    into,
    ...(dataBase !== undefined && { data_base: dataBase }),
    options: {
      ...(options.options !== undefined && readOptions(options.options)),
      ...(map && { map: readMap(map) }),
      ...(dropUnknown && { drop_unknown: true }),
      ...(replace && { replace: true }),
    },
  }
}

function readMap(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new UsageError(`--map: expected pairs such as person=pedestrian; got "${pair}"`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

function readOptions(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`--options: expected JSON; got "${text}"`)
  }
}

function summaryOf(shown: ImportShown): string {
  const { status, matched, created, progress, classes, unmatched, unmatched_total, failures } = shown
  const lines = [
    `${status}: ${matched} of ${progress.parts_total} matched${created > 0 ? `, ${created} jobs made` : ''}`,
    ...(shown.error ? [`${shown.error.code}: ${shown.error.message}`] : []),
    ...classes.filter((one) => one.class !== one.name).map((one) => `${one.name} → ${one.class ?? 'left out'}`),
    ...unmatched.slice(0, SHOWN).map(({ file, reason }) => `not matched: ${file} (${reason})`),
    ...more(unmatched_total),
    ...unusedPartLines({ failures, total: shown.failures_total, kinds: shown.failure_kinds }),
  ]
  return `${lines.join('\n')}\n`
}

const more = (total: number): string[] => (total > SHOWN ? [`and ${total - SHOWN} more`] : [])
