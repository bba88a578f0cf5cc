import { assistantEndpoints, SCHEMA_TYPE } from '../../contract/assistants.ts'
import { assistantSchema } from '../../formats/assistants/assistantSchema.ts'
import { type Route, route } from '../http/route.ts'
import { sent } from '../http/sent.ts'

/** What assistants are asked and answer, for who writes one. */
export const schemaRoute = (): Route =>
  route(assistantEndpoints.getAssistantSchema, {
    handle: async ({ reply }) => {
      reply.type(`${SCHEMA_TYPE}; charset=utf-8`).send(JSON.stringify(assistantSchema()))
      return sent()
    },
  })
