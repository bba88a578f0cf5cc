import { randomUUID } from 'node:crypto'
import { AnswerFault } from '../../formats/assistants/answerFault.ts'
import { readAssistantAnswer } from '../../formats/assistants/readAnswer.ts'
import { isJsonObject } from '../../formats/results/read.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { VERBS, type Verb } from '../../model/assistants/assistant.ts'
import { type Sample, type SampleFiles, sampleOf } from './samples.ts'

interface AssistantCheckOptions {
  classes: readonly string[]
  annotationType: AnnotationType
  timeoutMs: number
  files: SampleFiles
}

/** The outcome for `describe` and for each verb. */
export interface CheckedVerb {
  verb: string
  ok: boolean
  /** The answer, or its fault. */
  found: string
  milliseconds: number | null
}

/** Asks an assistant what it is, then each verb once on samples; reads the answers as the service does. */
export async function checkAssistant(url: string, options: AssistantCheckOptions): Promise<CheckedVerb[]> {
  const base = url.replace(/\/+$/, '')
  const described = await askedOnce(`${base}/describe`, { verb: 'describe', ...head() }, options.timeoutMs)
  if ('problem' in described) return [{ verb: 'describe', ok: false, found: described.problem, milliseconds: null }]
  const { answer, milliseconds } = described
  const verbs =
    isJsonObject(answer) && Array.isArray(answer.verbs) ? VERBS.filter((verb) => includes(answer.verbs, verb)) : []
  const fault = descriptionFault(answer)
  const checked: CheckedVerb[] = [
    { verb: 'describe', ok: fault === null, found: fault ?? `verbs: ${verbs.join(', ')}`, milliseconds },
  ]
  for (const verb of verbs) checked.push(await checkVerb(`${base}/${verb}`, sampleOf(verb, options), options.timeoutMs))
  return checked
}

const includes = (list: unknown, verb: Verb): boolean => Array.isArray(list) && list.includes(verb)

function descriptionFault(answer: unknown): string | null {
  if (!isJsonObject(answer)) return 'an object was expected'
  if (typeof answer.name !== 'string') return 'name: text was expected'
  if (typeof answer.version !== 'string') return 'version: text was expected'
  if (!Array.isArray(answer.verbs)) return `verbs: a list of ${VERBS.join(', ')} was expected`
  const unknown = answer.verbs.find((verb) => !VERBS.some((known) => known === verb))
  return unknown === undefined ? null : `verbs: ${JSON.stringify(unknown)} is none of ${VERBS.join(', ')}`
}

const head = () => ({ request_id: randomUUID(), project_id: randomUUID(), assistant: 'check' })

async function checkVerb(url: string, sample: Sample, timeoutMs: number): Promise<CheckedVerb> {
  const { verb, job, data, files, document, input, labels } = sample
  const { tag } = job
  const body = {
    verb,
    ...head(),
    session: 'check',
    job: {
      job_id: job.jobId,
      reference_id: job.referenceId,
      tag: tag.name,
      operation: tag.annotationType,
      data,
      files,
      classes: tag.classes.map(({ name, classId, color }) => ({ name, class_id: classId, color })),
      attributes: [],
    },
    document,
    input,
  }
  const asked = await askedOnce(url, body, timeoutMs)
  if ('problem' in asked) return { verb, ok: false, found: asked.problem, milliseconds: null }
  const { answer, milliseconds } = asked
  try {
    const read = readAssistantAnswer(verb, answer, { job, input, labels, newId: randomUUID })
    const count = verb === 'review' ? read.findings.length : read.proposed.length
    return { verb, ok: true, found: `${count} ${verb === 'review' ? 'findings' : 'suggestions'}`, milliseconds }
  } catch (error) {
    if (!(error instanceof AnswerFault)) throw error
    return { verb, ok: false, found: error.message, milliseconds }
  }
}

/** The answer of the assistant, or why it could not be read. */
type Answered = { answer: unknown; milliseconds: number } | { problem: string }

/** One request of the contract, as the service would send it. */
async function askedOnce(url: string, body: object, timeoutMs: number): Promise<Answered> {
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
