import { AssistError } from '../../model/assistants/assistant.ts'
import {
  type Assistant,
  type AssistantDescription,
  type Described,
  noteDescribed,
} from '../../store/project/assistants/assistants.ts'
import type { ApiContext } from '../context.ts'
import { opened } from './carriers/carrier.ts'
import { describeCvat } from './carriers/cvat.ts'
import { describeHttp } from './carriers/http.ts'
import { describeLabelStudio } from './carriers/labelStudio.ts'

const TIMEOUT_MS = 10_000

/** Asks an assistant what it is and notes the answer. */
export async function describeAssistant(context: ApiContext, assistant: Assistant): Promise<Described> {
  const made = await described(context, assistant)
  await noteDescribed(context.pool, assistant.projectId, assistant.name, made)
  return made
}

async function described(context: ApiContext, assistant: Assistant): Promise<Described> {
  try {
    return { state: 'ok', problem: null, description: await ask(context, assistant) }
  } catch (error) {
    if (!(error instanceof AssistError)) throw error
    const isAway = error.code === 'UNREACHABLE' || error.code === 'TIMEOUT'
    return { state: isAway ? 'down' : 'failing', problem: error.message, description: null }
  }
}

async function ask(context: ApiContext, assistant: Assistant): Promise<AssistantDescription> {
  const called = await opened(context, assistant)
  const asking = { timeoutMs: Math.min(TIMEOUT_MS, assistant.settings.timeoutSeconds * 1000) }
  if (assistant.carrier === 'label_studio') return describeLabelStudio(context, called, asking)
  if (assistant.carrier === 'cvat') return describeCvat(context, called, asking)
  return describeHttp(context, called, asking)
}
