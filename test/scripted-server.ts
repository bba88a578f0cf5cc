import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SeenRequest {
  method: string
  /** Path with query. */
  url: string
  headers: IncomingHttpHeaders
  text: string
  json: unknown
}

/** `drop`: the connection is closed without an answer. */
export type ScriptedAnswer = { status?: number; headers?: Record<string, string>; body?: unknown; drop?: boolean }

export interface ScriptedServer {
  baseUrl: string
  seen: SeenRequest[]
  close(): Promise<void>
}

/** A server on loopback that answers as `answer` says; `undefined` is 404. */
export async function startScriptedServer(
  answer: (request: SeenRequest, index: number) => ScriptedAnswer | undefined,
): Promise<ScriptedServer> {
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const text = Buffer.concat(parts).toString('utf8')
    const one: SeenRequest = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      text,
      json: text === '' ? undefined : JSON.parse(text),
    }
    seen.push(one)
    const { status = 200, headers = {}, body = '', drop = false } = answer(one, seen.length - 1) ?? { status: 404 }
    if (drop) {
      request.socket.destroy()
      return
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { baseUrl: `http://127.0.0.1:${port}`, seen, close }
}

/** A successful answer of the service. */
export const success = (data: unknown): ScriptedAnswer => ({ body: { success: true, data } })

/** A refusal of the service. */
export const refusal = (status: number, code: string, metaData: object = {}): ScriptedAnswer => ({
  status,
  body: {
    success: false,
    error: { code, message: `refused with ${code}`, request_id: 'req-1', meta_data: { failures: [], ...metaData } },
  },
})
