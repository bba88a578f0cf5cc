import { randomUUID } from 'node:crypto'
import { isJsonObject } from '../../../formats/results/read.ts'
import { AssistError, VERBS } from '../../../model/assistants/assistant.ts'
import type { AssistantDescription } from '../../../store/project/assistants/assistants.ts'
import type { ApiContext } from '../../context.ts'
import type { AssistantReply } from '../exchange.ts'
import type { AssistantJobRequest, Question } from '../jobRequest.ts'
import { type Asking, type Called, callAssistant } from './carrier.ts'
import { DESCRIPTION, readSmallAnswer } from './smallAnswer.ts'

const MAX_TEXT = 256

export async function describeHttp(context: ApiContext, called: Called, asking: Asking): Promise<AssistantDescription> {
  const { projectId, name } = called.assistant
  const head = { verb: 'describe', request_id: randomUUID(), project_id: projectId, assistant: name }
  const { bytes } = await callAssistant(context, called, `${called.url}/describe`, head, asking)
  return readDescription(bytes)
}

function readDescription(bytes: Uint8Array): AssistantDescription {
  const invalid = (message: string) => new AssistError('INVALID_ANSWER', `describe: ${message}`)
  const given = readSmallAnswer(bytes, 'describe', DESCRIPTION)
  if (!isJsonObject(given)) throw invalid('an object was expected')
  const { verbs, name, version } = given
  if (!Array.isArray(verbs)) throw invalid('verbs: a list was expected')
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : null)
  return { ...given, name: text(name), version: text(version), verbs: VERBS.filter((verb) => verbs.includes(verb)) }
}

export const askHttp = (
  context: ApiContext,
  called: Called,
  request: AssistantJobRequest,
  { verb }: Question,
  asking: Asking,
): Promise<AssistantReply> => callAssistant(context, called, `${called.url}/${verb}`, request.body, asking)
