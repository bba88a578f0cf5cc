import { isJsonObject } from '../../formats/results/read.ts'

/** The answer of the assistant, or why it could not be read. */
type Answered = { answer: unknown; milliseconds: number } | { problem: string }

/** One request of the contract, as the service would send it. */
export async function askedOnce(url: string, body: object, timeoutMs: number): Promise<Answered> {
  const startedAt = performance.now()
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', accept: 'application/json, application/x-ndjson' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (response.status < 200 || response.status >= 300) return { problem: `answered with HTTP ${response.status}` }
    const isStream = /ndjson|jsonl|event-stream/.test(response.headers.get('content-type') ?? '')
    const answer = isStream ? resultOf(text) : JSON.parse(text)
    return { answer, milliseconds: performance.now() - startedAt }
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'the answer is not JSON' }
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return { problem: `no answer within ${timeoutMs / 1000} s` }
    return { problem: 'it cannot be reached' }
  }
}

/** The last `{result}` of a stream of lines. */
function resultOf(text: string): unknown {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^data:\s*/, '').trim())
    .filter((line) => line.startsWith('{'))
    .map((line): unknown => JSON.parse(line))
  const last = lines.findLast((line) => isJsonObject(line) && 'result' in line)
  return isJsonObject(last) ? last.result : undefined
}
