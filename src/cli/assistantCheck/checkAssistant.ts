import { randomUUID } from 'node:crypto'
import { AnswerFault } from '../../formats/assistants/answerFault.ts'
import { readAssistantAnswer } from '../../formats/assistants/readAnswer.ts'
import { isJsonObject } from '../../formats/results/read.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { VERBS, type Verb } from '../../model/assistants/assistant.ts'
import { askedOnce } from './askedOnce.ts'
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
      ...{
        job_id: job.jobId,
        reference_id: job.referenceId,
        tag: tag.name,
        operation: tag.annotationType,
        data,
        files,
      },
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
