import { type AssistantSettings, AssistError, type Carrier } from '../../model/assistants/assistant.ts'
import { type Assistant, noteAnswered } from '../../store/project/assistants/assistants.ts'
import type { SuggestedBy, UnkeptSuggestion } from '../../store/project/assistants/suggestions.ts'
import { countCall } from '../../store/project/assistants/sums.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import type { AnswerReading } from '../threads/assistantWork.ts'
import type { WorkbenchContext } from '../workbench/workbenchContext.ts'
import { type Asking, opened } from './carriers/carrier.ts'
import { askCvat } from './carriers/cvat.ts'
import { matchWithCvat } from './carriers/cvatReid.ts'
import { trackWithCvat } from './carriers/cvatTracker.ts'
import { askHttp } from './carriers/http.ts'
import { askLabelStudio } from './carriers/labelStudio.ts'
import type { AssistantReply } from './exchange.ts'
import { type AssistantJobRequest, jobRequest, type Question } from './jobRequest.ts'
import { PartialAnswers } from './partialAnswers.ts'

const READ_LIMIT_MS = 120_000

export type Read = Exclude<AnswerReading, { code: unknown }>

interface Watched extends Pick<Asking, 'signal' | 'onProgress'> {
  /** Receives the findings so far. */
  onPartial?: (found: UnkeptSuggestion[]) => void
}

/** Asks an assistant about a job, and reads what it answers. @throws AssistError */
export async function askAssistant(
  workbench: WorkbenchContext,
  assistant: Assistant,
  job: Job,
  question: Question,
  { onPartial, ...asking }: Watched,
): Promise<Read> {
  const request = await jobRequest(workbench, job, question)
  const read = (reply: AssistantReply) => readReply(workbench, job, request, question, reply, assistant)
  const partial = new PartialAnswers(workbench.context.log, async (reply) => {
    const found = unkept(await read(reply))
    if (!partial.isOver) onPartial?.(found)
  })
  try {
    const reply = await sendQuestion(workbench, assistant, job, request, question, {
      ...asking,
      ...(onPartial && { onPartial: (part) => partial.add(part) }),
    })
    return await read(reply)
  } finally {
    partial.end()
  }
}

/** More than is looked at before it is complete. */
const MOST_UNKEPT_CHARACTERS = 1_000_000

/** Suggestions for a preview; empty if they would be too large. */
export function unkept({ lists }: Pick<Read, 'lists'>): UnkeptSuggestion[] {
  if (lists.reduce((sum, { length }) => sum + length, 0) > MOST_UNKEPT_CHARACTERS) return []
  return lists.flatMap((list): UnkeptSuggestion[] => JSON.parse(list))
}

async function sendQuestion(
  { context }: WorkbenchContext,
  assistant: Assistant,
  job: Job,
  request: AssistantJobRequest,
  question: Question,
  asking: Asking,
): Promise<AssistantReply> {
  const called = await opened(context, assistant)
  if (assistant.carrier === 'label_studio') return askLabelStudio(context, called, request, question, asking)
  if (assistant.carrier === 'cvat' && assistant.settings.kind === 'reid')
    return matchWithCvat(context, called, job, request, asking)
  if (assistant.carrier === 'cvat' && question.verb === 'track')
    return trackWithCvat(context, called, job, request, question, asking)
  if (assistant.carrier === 'cvat') return askCvat(context, called, job, request, question, asking)
  return askHttp(context, called, request, question, asking)
}

/** @throws AssistError for an answer that could not be handed in */
export async function readReply(
  { context }: WorkbenchContext,
  job: Job,
  request: Pick<AssistantJobRequest, 'job' | 'document'>,
  { verb, input }: Pick<Question, 'verb' | 'input'>,
  reply: AssistantReply,
  { carrier, settings }: { carrier: Carrier; settings: Pick<AssistantSettings, 'map'> },
): Promise<Read> {
  const { job: kept, document } = request
  const order = { verb, input, ...reply, job: kept, document, carrier, map: settings.map }
  const read = await context.threads.run('assistantAnswer', order, {
    lane: job.projectId,
    timeLimitMs: READ_LIMIT_MS,
    transfer: ownBuffer(reply.bytes),
  })
  if ('code' in read) throw new AssistError(read.code, read.message)
  return read
}

interface CountedBy extends Pick<Assistant, 'projectId' | 'name' | 'version'> {
  carrier: string
  /** The duration before the call is counted. */
  milliseconds?: number
}

/** Counts a call and how it went; never fails it. */
export async function countedCall<Answer extends Pick<Read, 'count'>>(
  { context }: WorkbenchContext,
  { projectId, name, version, carrier, milliseconds: before = 0 }: CountedBy,
  verb: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const startedAt = performance.now()
  const by = { projectId, assistant: name, version }
  const count = (isError: boolean, suggested: number, outcome: string) => {
    const milliseconds = before + performance.now() - startedAt
    context.onAssistantCall({ carrier, verb, outcome, seconds: milliseconds / 1000 })
    return countCall(context.pool, by, { milliseconds, isError, suggested }).catch(() => {})
  }
  try {
    const answer = await call()
    await count(false, answer.count, 'ok')
    await noteAnswered(context.pool, projectId, name).catch(() => {})
    return answer
  } catch (error) {
    await count(true, 0, error instanceof AssistError ? error.code.toLowerCase() : 'error')
    throw error
  }
}

export const byOf = (
  { name, version }: Pick<Assistant, 'name' | 'version'>,
  verb: SuggestedBy['verb'],
  runId: string,
): SuggestedBy => ({
  assistant: name,
  version,
  verb,
  runId,
})
