import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { endUnread } from '../../src/api/http/connections.ts'

const BODY = Buffer.alloc(1_000_000)
const CALLS = 30

test('calls that are refused before their body ended leave nothing with the connection', async () => {
  const counts = new Map<Socket, number[]>()
  const server = createServer((incoming, response) => {
    const { socket } = incoming
    counts.set(socket, [...(counts.get(socket) ?? []), socket.listenerCount('close')])
    response.writeHead(400).end()
    endUnread(incoming)
    incoming.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (let i = 0; i < CALLS; i++) {
      const refused = request({ port, host: '127.0.0.1', method: 'POST', agent })
      refused.end(BODY)
      const [answer] = await once(refused, 'response')
      answer.resume()
      await once(answer, 'close')
    }
    const [listeners] = counts.values()
    assert.deepEqual([counts.size, listeners.length], [1, CALLS])
    // The call before may end just after the next one begins.
    assert.ok(Math.max(...listeners) - Math.min(...listeners) < CALLS / 3, listeners.join())
  } finally {
    agent.destroy()
    server.close()
  }
})
