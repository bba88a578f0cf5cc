import { AssistantsCalls } from './calls/assistants.ts'
import { document } from './scope.ts'
import type { CallOptions } from './transport.ts'

/** Models that help people. Changing them needs the admin key. */
export class Assistants extends AssistantsCalls {
  /** The JSON Schema of requests to assistants and of their answers. */
  schema(options: CallOptions = {}): Promise<object> {
    return document(this.scope, '/v1/assistant-schema.json', options)
  }
}
