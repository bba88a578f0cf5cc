import { Type } from 'typebox'
import { assistantSchema } from '../../formats/assistants/assistantSchema.ts'
import { type Route, route } from '../http/route.ts'
import { sent } from '../http/sent.ts'

const TYPE = 'application/schema+json'

/** What assistants are asked and answer, for who writes one. */
export const schemaRoute = (): Route =>
  route({
    method: 'GET',
    paths: ['/v1/assistant-schema.json'],
    access: 'public',
    tag: 'service',
    summary: 'JSON Schema of requests to assistants and of their answers',
    answerType: TYPE,
    answer: Type.Object({}),
    handle: async ({ reply }) => {
      reply.type(`${TYPE}; charset=utf-8`).send(JSON.stringify(assistantSchema()))
      return sent()
    },
  })
