import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type CompareBody, readCompareBody } from '../../formats/comparison/compareBody.ts'
import { comparedFiles } from '../../formats/comparison/resultFiles.ts'
import { type WrittenComparison, writeComparison } from '../../formats/comparison/writeComparison.ts'
import { isJsonObject } from '../../formats/results/read.ts'
import { compare } from '../../model/compare/compare.ts'
import { RefusedError, readJsonFile, UsageError } from '../io.ts'
import type { CliSession } from '../session.ts'
import { card, table } from '../table.ts'
import { compareFolders, foldersText } from './compareFolders.ts'

interface CompareFlags {
  iou?: string
  distance?: string
  oks?: string
  chamfer?: string
  anyClass?: boolean
  options?: string
  least?: string
}

export function compareCommands(program: Command, session: CliSession): void {
  program
    .command('compare')
    .argument('<a>', 'a result document, or a folder of them: the reference')
    .argument('<b>', 'what is compared with it: a result document, or a folder with files of the same names')
    .option('--iou <share>', 'least overlap of a pair (0.5)')
    .option('--distance <metres>', 'pair cuboids by the distance of their centres')
    .option('--oks <share>', 'least similarity of key points (0.5)')
    .option('--chamfer <pixels>', 'greatest distance of lines (10)')
    .option('--any-class', 'pairs may be of different classes')
    .option('--options <file>', 'options as in the API, such as ignore and weights')
    .option('--least <score>', 'end with 1 where the score is lower')
    .description('compare two result documents or folders of them, without a service')
    .action(async (fileA: string, fileB: string, flags: CompareFlags) => {
      const folders = [fileA, fileB].map((path) => resolve(session.io.cwd, path))
      if (folders.every(isFolder)) return compareAll(session, folders, flags)
      const [a, b] = [await readJsonFile(session.io, fileA), await readJsonFile(session.io, fileB)]
      const least = numberOf(flags.least)
      const more = flags.options === undefined ? {} : await readJsonFile(session.io, flags.options)
      const comparison = comparisonOf(a, b, optionsOf(flags, more))
      session.print(comparison, comparisonText)
      if (least !== undefined && comparison.score < least) session.exitCode = 1
    })
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

async function compareAll(session: CliSession, [a, b]: string[], flags: CompareFlags): Promise<void> {
  const more = flags.options === undefined ? {} : await readJsonFile(session.io, flags.options)
  const compared = await compareFolders(session, a, b, optionsOf(flags, more))
  session.print(compared, foldersText)
  const least = numberOf(flags.least)
  if (least !== undefined && compared.score < least) session.exitCode = 1
}

function comparisonOf(a: unknown, b: unknown, options: CompareBody['options']): Omit<WrittenComparison, 'next'> {
  try {
    const files = comparedFiles(a, b)
    const { next: _, ...written } = writeComparison(compare(files.a, files.b, files.job, options), files.job.frameIdOf)
    return written
  } catch (error) {
    throw error instanceof Error ? new RefusedError(error.message) : error
  }
}

/** Checked by the rules of the service, so that both accept the same. */
function optionsOf({ iou, distance, oks, chamfer, anyClass }: CompareFlags, more: unknown): CompareBody['options'] {
  if (!isJsonObject(more)) throw new UsageError('the file of options holds no JSON object')
  const options = {
    ...more,
    ...flagged({ iou, distance_m: distance, oks, chamfer_px: chamfer }),
    ...(anyClass === true && { by_class: false }),
  }
  const read = readCompareBody({ a: 'result', b: 'result', options })
  if (!('failures' in read)) return read.options
  const [{ field, expected }] = read.failures
  throw new UsageError(`${field}: ${expected ?? 'another value'} was expected`)
}

const flagged = (flags: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([name, text]) => (text === undefined ? [] : [[name, Number(text)]])),
  )

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

const shown = (value: number | null | undefined) =>
  typeof value === 'number' ? (Number.isInteger(value) ? `${value}` : value.toFixed(4)) : value

function comparisonText({ score, figures, by_class, confusion }: Omit<WrittenComparison, 'next'>): string {
  const { attributes: _, rectangles: __, ...numbers } = figures
  const classes = Object.entries(by_class).map(([label, { tp, only_a, only_b, pq, f1 }]) => {
    return [label, tp, only_a, only_b, shown(pq), shown(f1)]
  })
  const mixed = confusion.filter(({ a, b }) => a !== b && a !== null && b !== null)
  return [
    card({ score: shown(score), ...Object.fromEntries(Object.entries(numbers).map(([k, v]) => [k, shown(v)])) }),
    ...(classes.length > 0 ? [`\n${table(['class', 'both', 'only a', 'only b', 'pq', 'f1'], classes)}`] : []),
    ...mixed.map(({ a, b, count }) => `${count} × ${a} taken for ${b}\n`),
  ].join('')
}
