import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Type } from 'typebox'
import { endpoint } from '../../contract/endpoint.ts'
import { Draining } from './draining.ts'
import { type Route, route } from './route.ts'
import { buildServer, type ServerParts } from './server.ts'

const parts = {
  baseUrl: () => '',
  draining: new Draining(),
  config: { maxBodyBytes: 1024, bodyMemory: 1024 ** 2, rateLimit: 0, trustProxy: false, checkAnswers: true },
  log: pino({ level: 'silent' }),
} as unknown as ServerParts

const thing = endpoint({
  method: 'GET',
  paths: ['/thing'],
  access: 'public',
  tag: 'service',
  summary: 'A thing',
  answer: Type.Object({ name: Type.String(), parts: Type.Array(Type.Object({ id: Type.Integer() })) }),
})

async function answered(answer: unknown): Promise<number> {
  const one: Route = route(thing, { handle: async () => answer as never })
  const server = buildServer(parts, [one], () => {})
  const { statusCode } = await server.inject({ method: 'GET', url: '/thing' })
  await server.close()
  return statusCode
}

test('in tests an answer that is not as documented is a fault, and so is a member that nothing documents', async () => {
  assert.equal(await answered({ name: 'a', parts: [{ id: 1 }] }), 200)
  assert.equal(await answered({ name: 'a' }), 500)
  assert.equal(await answered({ name: 'a', parts: [{ id: '1' }] }), 500)
  assert.equal(await answered({ name: 'a', parts: [{ id: 1, more: true }] }), 500)
})
