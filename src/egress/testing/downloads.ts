import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import type { EgressClient } from '../client.ts'
import { type DownloadRequest, download } from '../download.ts'
import { EgressError } from '../errors.ts'

export type More = Omit<Partial<DownloadRequest<Buffer>>, 'lane'> & { lane?: string }
export const MIB = 1024 * 1024

export async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Downloads at most 1 MiB within 5 s into memory by default. */
export function downloadsBy(client: EgressClient) {
  const get = (url: string, more: More = {}) =>
    download(client, { url, maxBytes: MIB, deadlineMs: 5000, lane: 'test', sink: collect, ...more })

  const bytesOf = async (url: string, more: More = {}): Promise<string> => {
    const result = await get(url, more)
    assert.ok(result.status === 'ok')
    assert.equal(result.bytes, result.stored.length)
    return result.stored.toString()
  }

  const failure = async (url: string, more: More = {}): Promise<EgressError> => {
    const error = await get(url, more).then(
      () => assert.fail('it went through'),
      (reason: unknown) => reason,
    )
    assert.ok(error instanceof EgressError, String(error))
    return error
  }
  return { get, bytesOf, failure }
}

export function endless(piece: () => Buffer): Readable {
  return Readable.from(
    (function* () {
      for (;;) yield piece()
    })(),
  )
}
