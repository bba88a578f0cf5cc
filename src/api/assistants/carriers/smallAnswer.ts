import { JsonTextError } from '../../../json/jsonTextError.ts'
import { parseJson } from '../../../json/text.ts'
import { AssistError } from '../../../model/assistants/assistant.ts'

const KIB = 1024

/** Limits of an answer that is parsed on the thread that answers all calls. */
interface SmallAnswer {
  maxBytes: number
  maxValues: number
}

/** The limits of a server's description. */
export const DESCRIPTION: SmallAnswer = { maxBytes: 64 * KIB, maxValues: 64 * KIB }
/** The state of a tracker may contain pictures, as long texts. */
export const TRACKED: SmallAnswer = { maxBytes: 16 * KIB * KIB, maxValues: 500_000 }

/** @throws AssistError */
export function readSmallAnswer(bytes: Uint8Array, verb: string, { maxBytes, maxValues }: SmallAnswer): unknown {
  if (bytes.length > maxBytes) throw new AssistError('INVALID_ANSWER', `${verb}: at most ${maxBytes} bytes are taken`)
  try {
    return parseJson(bytes, maxValues)
  } catch (error) {
    throw error instanceof JsonTextError ? new AssistError('INVALID_ANSWER', `${verb}: ${error.message}`) : error
  }
}
