import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Sent, sent } from '../http/sent.ts'

/** Answers with the data and one member more, which is JSON already: it is not read again to be sent. */
export function sendWith(reply: FastifyReply, data: object, member: Record<string, readonly Uint8Array[]>): Sent {
  const [[name, json]] = Object.entries(member)
  const before = `{"success":true,"data":${JSON.stringify(data).slice(0, -1)},${JSON.stringify(name)}:`
  reply.type('application/json; charset=utf-8')
  return sendPieces(reply, [Buffer.from(before), ...json, Buffer.from('}}')])
}

export function sendBytes(reply: FastifyReply, bytes: Uint8Array): Sent {
  reply.header('cache-control', 'no-store').type('application/octet-stream')
  return sendPieces(reply, [bytes])
}

function sendPieces(reply: FastifyReply, pieces: readonly Uint8Array[]): Sent {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  reply.header('content-length', length).send(Readable.from(pieces.map(asBuffer), { objectMode: false }))
  return sent()
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length)
