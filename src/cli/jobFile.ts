import { type CliIo, RefusedError, readText } from './io.ts'

/** Jobs of a file: one JSON object, a JSON list, or one object a line (NDJSON). Throws RefusedError. */
export async function readJobs(io: CliIo, file: string): Promise<unknown[]> {
  const text = (await readText(io, file)).replace(/^\uFEFF/, '')
  const whole = parse(text)
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole]
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }))
  const filled = lines.filter(({ line }) => line.trim() !== '')
  if (filled.length < 2) throw new RefusedError(`${file} is not JSON`)
  return filled.map(({ line, number }) => {
    const value = parse(line)
    if (value === undefined) throw new RefusedError(`${file}, line ${number}: not JSON`)
    return value
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
