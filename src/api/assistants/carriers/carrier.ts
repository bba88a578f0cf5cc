import { AssistError } from '../../../model/assistants/assistant.ts'
import {
  type Assistant,
  type AssistantSecrets,
  openAssistantSecrets,
} from '../../../store/project/assistants/assistants.ts'
import type { ApiContext } from '../../context.ts'
import { type AssistantReply, exchange } from '../exchange.ts'

/** An assistant with the secrets that are sent to it. */
export interface Called {
  assistant: Assistant
  url: string
  secrets: AssistantSecrets
}

export interface Asking {
  signal?: AbortSignal
  onProgress?: (progress: number) => void
  onPartial?: (reply: AssistantReply) => void
  /** Overrides the assistant's own timeout. */
  timeoutMs?: number
}

/** @throws AssistError */
export async function opened({ pool, masterKey }: ApiContext, assistant: Assistant): Promise<Called> {
  const { projectId, name, url } = assistant
  const secrets = await openAssistantSecrets(pool, masterKey, projectId, name)
  if (!secrets || url === null) throw new AssistError('UNREACHABLE', 'the assistant was removed')
  return { assistant, url, secrets }
}

/** Posts a body, or asks without one. @throws AssistError */
export function callAssistant(
  { assistantEgress }: ApiContext,
  { assistant, secrets }: Called,
  url: string,
  body: object | Uint8Array | null,
  asking: Asking,
): Promise<AssistantReply> {
  const bytes = body === null || body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body))
  return exchange(assistantEgress, {
    method: bytes ? 'POST' : 'GET',
    url,
    body: bytes,
    secrets,
    lane: assistant.projectId,
    timeoutMs: assistant.settings.timeoutSeconds * 1000,
    ...asking,
  })
}
