import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { until } from '../support/apiClient.ts'
import { setOwnStage } from '../support/ownStage.ts'
import { tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { takes, within } from '../support/time.ts'
import { IS_LONG, told, watching } from './watch.ts'

const CONNECTIONS = IS_LONG ? 1000 : 240

interface Trickle {
  socket: Socket
  closed: Promise<number>
}

/** A connection that sends a start and then a byte every two seconds. */
function trickle(baseUrl: string, start: string): Trickle {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  const startMs = performance.now()
  const closed = new Promise<number>((resolve) => {
    socket.on('close', () => resolve(performance.now() - startMs))
  })
  socket.on('error', () => {})
  socket.resume()
  socket.write(start)
  const timer = setInterval(() => socket.write('x'), 2000)
  void closed.then(() => clearInterval(timer))
  return { socket, closed }
}

// They wait most of the time.
describe('slow clients', { concurrency: true }, () => {
  test('connections that trickle are closed after half a minute, and no other client notices them', async () => {
    const stage = await setOwnStage()
    const trickles: Trickle[] = []
    try {
      const tenant = await Tenant.create(stage.admin, {}, { image: tagOf('image2d') })
      const head = `Host: x\r\nx-api-key: ${tenant.key}\r\nContent-Type: application/json\r\n`
      const starts = [
        'GET /',
        'GET /readyz HTTP/1.1\r\nHost: x\r\nX-Long: ',
        `POST ${tenant.path('/jobs')} HTTP/1.1\r\n${head}Content-Length: 100000\r\n\r\n{`,
        `POST ${tenant.path('/jobs')} HTTP/1.1\r\n${head}Content-Encoding: gzip\r\nContent-Length: 100000\r\n\r\n\x1f\x8b`,
        'POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{',
        `GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n`,
      ]
      const seen = await watching(stage.service, tenant.api, '/readyz', async () => {
        for (let n = 0; n < CONNECTIONS; n++) trickles.push(trickle(stage.service.baseUrl, starts[n % starts.length]))
        const closed = Promise.all(trickles.map((each) => each.closed))
        const afterMs = await within(52_000, closed)
        assert.ok(afterMs, 'some connections are still open after 52 s')
        assert.ok(Math.min(...afterMs) > 15_000, 'slow is not the same as hostile: no connection is cut off at once')
      })
      told(`${CONNECTIONS} slow connections`, { seen })
      assert.deepEqual([...seen.answers.keys()], [200])
      assert.ok(seen.p99Ms < 3000, `p99 ${seen.p99Ms} ms`)
    } finally {
      for (const { socket } of trickles) socket.destroy()
      await stage.clear()
    }
  })

  test('a body that is slow but keeps its pace is read to its end', async () => {
    const stage = await setOwnStage()
    try {
      const tenant = await Tenant.create(stage.admin, {}, { image: tagOf('image2d') })
      const { hostname, port } = new URL(stage.service.baseUrl)
      const socket = connect(Number(port), hostname)
      const body = ' '.repeat(60 * 1024)
      let text = ''
      socket.on('data', (chunk) => (text += chunk))
      socket.write(
        `POST ${tenant.path('/jobs')} HTTP/1.1\r\nHost: x\r\nx-api-key: ${tenant.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      for (let at = 0; at < body.length; at += 2048) {
        socket.write(body.slice(at, at + 2048))
        await takes(1000)
      }
      await until(async () => text.includes('\r\n\r\n'))
      assert.match(text, /^HTTP\/1\.1 400/)
      socket.destroy()
    } finally {
      await stage.clear()
    }
  })
})

test('MAX_CONNECTIONS_PER_ADDRESS bounds the open connections of one address', async () => {
  const stage = await setOwnStage({ MAX_CONNECTIONS_PER_ADDRESS: '5' })
  const { hostname, port } = new URL(stage.service.baseUrl)
  const sockets = Array.from({ length: 9 }, () => connect(Number(port), hostname))
  try {
    let closed = 0
    for (const socket of sockets) socket.on('error', () => {}).on('close', () => closed++)
    await until(async () => closed >= 4)
    assert.equal(sockets.filter((socket) => !socket.destroyed).length, 5)
  } finally {
    for (const socket of sockets) socket.destroy()
    await stage.clear()
  }
})
