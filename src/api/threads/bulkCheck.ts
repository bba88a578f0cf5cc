import { faultAt } from '../../formats/errors/fault.ts'
import { type Refusal, refusal } from '../../formats/jobBody/jobBody.ts'
import { lineRanges, listElements } from '../../json/elements.ts'
import { checkParsedJob, type JobReading, type PlainRules, parsedJob, readJobBody } from './jobCheck.ts'

export const MAX_BULK_JOBS = 1000

/** One job of a list: the position of its bytes, and the outcome of its check. */
export interface BulkItem {
  start: number
  end: number
  reading: JobReading
}

export type BulkReading = { items: BulkItem[] } | { refusal: Refusal }

/** Reads and checks up to 1,000 jobs, each on its own: a JSON list, or a line each. */
export function readBulk(bytes: Uint8Array, isNdjson: boolean, rules: PlainRules): BulkReading {
  return isNdjson ? readLines(bytes, rules) : readList(bytes, rules)
}

function readList(bytes: Uint8Array, rules: PlainRules): BulkReading {
  const parsed = parsedJob(bytes)
  if ('refusal' in parsed) return parsed
  const list = parsed.value
  const ranges = Array.isArray(list) ? listElements(bytes) : null
  if (!ranges || !Array.isArray(list))
    return { refusal: { code: 'GE_0001', failures: [], message: 'a JSON list of jobs was expected' } }
  if (ranges.length > MAX_BULK_JOBS) return tooMany(ranges.length)
  const items = ranges.map(({ start, end }, index) => ({
    start,
    end,
    reading: checkParsedJob(list[index], bytes.subarray(start, end), rules),
  }))
  return { items }
}

function readLines(bytes: Uint8Array, rules: PlainRules): BulkReading {
  const ranges = lineRanges(bytes)
  if (ranges.length > MAX_BULK_JOBS) return tooMany(ranges.length)
  const items = ranges.map(({ start, end }) => ({
    start,
    end,
    reading: readJobBody(bytes.subarray(start, end), rules),
  }))
  return { items }
}

function tooMany(count: number): { refusal: Refusal } {
  return { refusal: refusal('GE_0002', [faultAt('', 'OUT_OF_RANGE', `at most ${MAX_BULK_JOBS} jobs at once`, count)]) }
}
