import { StrictJsonError, strictJson } from '../../json/strictJson.ts'
import { unreadMembers } from '../core/importedAttributes.ts'
import { linesOf } from '../core/lines.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { ROW_COLUMNS } from './row.ts'
import { checkRow, type SentRow } from './sentRow.ts'
import { submittedRows } from './submittedRows.ts'

/** Longer lines are refused, since a line is held whole. */
const MAX_LINE = 64 * 1024 * 1024

/** Expects the rows of a job next to each other, as exports write them. */
export const readJsonl: Reader = async function* (archive, request) {
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
