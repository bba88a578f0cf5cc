import { Type } from 'typebox'
import { StrictJsonError, strictJson } from '../../json/strictJson.ts'
import { ANNOTATION_TYPES } from '../../model/annotationType.ts'
import { copyOriginals } from '../core/copyOriginals.ts'
import type { Format, Writer } from '../core/format.ts'
import { unreadMembers } from '../core/importedAttributes.ts'
import { linesOf } from '../core/lines.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { countRowLosses, type RecordRow, ROW_COLUMNS, ROW_LOSSES, rowsOf } from './row.ts'
import { checkRow, type SentRow } from './sentRow.ts'
import { submittedRows } from './submittedRows.ts'

/** Longer lines are refused, since a line is held whole. */
const MAX_LINE = 64 * 1024 * 1024

/** Expects the rows of a job next to each other, as exports write them. */
const readJsonl: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => /\.jsonl$/i.test(name))
  if (files.length === 0) throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'the archive has no *.jsonl')
  for (const file of files) {
    let rows: SentRow[] = []
    for await (const row of rowsOfFile(archive, file, request)) {
      if (rows.length > 0 && rows[0].reference_id !== row.reference_id) {
        yield importedRows(file, rows, request)
        rows = []
      }
      rows.push(row)
    }
    if (rows.length > 0) yield importedRows(file, rows, request)
  }
}

async function* rowsOfFile(archive: SentArchive, file: string, request: ReadRequest): AsyncGenerator<SentRow> {
  let line = 0
  const told = new Set(ROW_COLUMNS)
  for await (const text of linesOf(archive.open(file), MAX_LINE)) {
    line++
    if (text.trim() === '') continue
    const row = parsed(text)
    if (row instanceof StrictJsonError) request.fail({ file, line, type: row.type })
    else if (checkRow.accepts(row)) {
      // A column that we do not know is reported once.
      for (const [name] of unreadMembers(row, told)) {
        told.add(name)
        request.fail({ file, line, field: name, type: 'UNKNOWN', lost: name })
      }
      yield { ...row, line }
    } else {
      const [{ field, type } = { field: '', type: 'INVALID_VALUE' }] = checkRow.failures(row)
      request.fail({ file, line, field, type })
    }
  }
}

/** A description of the fault instead of the value, if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    strictJson(encoder.encode(text))
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof StrictJsonError) return error
    throw error
  }
}

const encoder = new TextEncoder()

function importedRows(file: string, rows: readonly SentRow[], request: ReadRequest): ImportedJob {
  const [{ reference_id: referenceId }] = rows
  return {
    file,
    referenceId,
    fileNames: [referenceId],
    labels: new Set(rows.flatMap(({ label, type }) => (label && type !== 'legend' ? [label] : []))),
    sources: [],
    async build(target, rename) {
      return submittedRows(rows, target, rename, {
        tag: request.tag,
        fail: (line, field, type, lost) =>
          request.fail({ file, line, field, type, ...(lost !== undefined && { lost }) }),
      })
    },
  }
}

/** Columns of numbers that are not counts: readers that look at the first rows alone must not take them for integers. */
const FRACTIONS: ReadonlySet<string> = new Set<keyof RecordRow>([
  ...([
    'x',
    'y',
    'z',
    'length',
    'width',
    'height',
    'qw',
    'qx',
    'qy',
    'qz',
    'x1',
    'y1',
    'x2',
    'y2',
    'agreement',
  ] as const),
])

/** A row as a line of JSON: 640 of such a column is 640.0. */
function rowLine(row: RecordRow): string {
  const members = Object.entries(row).map(([name, value]) => {
    const isWhole = Number.isSafeInteger(value) && FRACTIONS.has(name)
    return `${JSON.stringify(name)}:${JSON.stringify(value)}${isWhole ? '.0' : ''}`
  })
  return `{${members.join(',')}}\n`
}

const NAME = 'records.jsonl'

const writeJsonl: Writer = async (set, archive, losses) => {
  const rows = archive.spool()
  for await (const job of set.jobs()) {
    for (const row of rowsOf(job)) rows.write(rowLine(row))
    for (const frame of job.frames) archive.note(NAME, { job, frame })
    countRowLosses(job, losses)
    if (set.includeFiles) await copyOriginals(archive, job, losses)
    await rows.flush()
  }
  await archive.add(NAME, rows.content())
}

/** One row a record; opens in pandas, polars and DuckDB. https://jsonlines.org */
export const jsonl: Format = {
  format: 'jsonl',
  title: 'JSON Lines',
  description: 'One row a record of any kind, in flat columns, with the whole shape as JSON beside them.',
  annotationTypes: ANNOTATION_TYPES,
  version: '2',
  specUrl: 'https://jsonlines.org/',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ROW_LOSSES,
  keepsRelations: true,
  files: 'optional',
  tree: ['records.jsonl', 'files/NAME.*'],
  write: writeJsonl,
  read: readJsonl,
}
