import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { holdAnswer } from './answerRoom.ts'
import { type Sent, sent } from './sent.ts'

/** Answers with the data and members more, which are JSON already: they are not read again to be sent. */
export function sendWith<Data>(
  reply: FastifyReply,
  data: object,
  members: Record<string, readonly Uint8Array[]>,
): Sent<Data> {
  const before = Buffer.from(`{"success":true,"data":${JSON.stringify(data).slice(0, -1)}`)
  const isFirst = (index: number) => index === 0 && Object.keys(data).length === 0
  const pieces = Object.entries(members).flatMap(([name, json], index) => [
    Buffer.from(`${isFirst(index) ? '' : ','}${JSON.stringify(name)}:`),
    ...json,
  ])
  reply.type('application/json; charset=utf-8')
  return sendPieces(reply, [before, ...pieces, Buffer.from('}}')])
}

export function sendBytes(reply: FastifyReply, bytes: Uint8Array): Sent {
  reply.header('cache-control', 'no-store').type('application/octet-stream')
  return sendPieces(reply, [bytes])
}

function sendPieces<Data>(reply: FastifyReply, pieces: readonly Uint8Array[]): Sent<Data> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  holdAnswer(reply, length)
  reply.header('content-length', length).send(Readable.from(pieces.map(asBuffer), { objectMode: false }))
  return sent()
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length)
