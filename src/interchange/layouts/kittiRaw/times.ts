import type { LayoutRequest } from '../layout.ts'
import type { SourceArchive } from '../sourceArchive.ts'

const TIME = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/

/**
 * Times of a timestamps.txt, a line a frame, as ns since 1970 as if they were UTC; null without such a file, or where a
 * line has no time or one that is not later than the line before.
 */
export async function readTimes(
  archive: SourceArchive,
  file: string,
  { fail }: Pick<LayoutRequest, 'fail'>,
): Promise<bigint[] | null> {
  if (!archive.has(file)) return null
  const lines = (await archive.readText(file)).trimEnd().split('\n')
  const times: bigint[] = []
  for (const [index, line] of lines.entries()) {
    const time = timeNsOf(line.trim())
    const field = `line ${index + 1}`
    const last = times.at(-1)
    if (time === null) fail({ file, field, type: 'INVALID_VALUE', expected: 'a time', found: line.trim().slice(0, 40) })
    else if (last !== undefined && time <= last)
      fail({ file, field, type: 'OUT_OF_RANGE', expected: `later than line ${index}`, found: line.trim() })
    else {
      times.push(time)
      continue
    }
    return null
  }
  return times
}

function timeNsOf(text: string): bigint | null {
  const found = TIME.exec(text)
  if (!found) return null
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number)
  const ms = Date.UTC(year, month - 1, day, hour, minute, second)
  return BigInt(ms) * 1_000_000n + BigInt((found[7] ?? '').padEnd(9, '0'))
}
