import type { IncomingMessage } from 'node:http'
import { faultAt } from '../../formats/errors/fault.ts'
import { type FileType, fileType } from '../../pictures/fileKind.ts'
import { SNIFF_BYTES } from '../../pictures/sniff.ts'
import { type ClaimedFile, giveUpClaim, putClaimed } from '../../store/cluster/files/claims.ts'
import { removeUnnamed } from '../../store/cluster/files/removal.ts'
import { StorageFullError } from '../../store/files/fileStore.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, invalidRequest } from '../http/apiError.ts'
import { streamBody } from '../http/streamBody.ts'

const DIGEST = 'repr-digest'
const DIGEST_WORDS = 'sha-256=:…: with the base64 of the hash of the bytes'
/** The free space of the disk is read again after this many bytes. */
const ROOM_BYTES = 256 * 1024 * 1024

export const noRoom = () => new ApiError('INSUFFICIENT_STORAGE', 'the storage of the service has no room for this file')

export interface ReceivedFile extends FileType {
  stored: ClaimedFile
}

/**
 * Stores the body of a call as it comes.
 * @throws ApiError, of which none leaves bytes: too large, no room, or not the bytes that repr-digest announces
 */
export async function receiveFile(context: ApiContext, request: IncomingMessage): Promise<ReceivedFile> {
  const { files, pool, config } = context
  const announced = readDigest(request.headers[DIGEST])
  let start = Buffer.alloc(0)
  async function* watched() {
    let unchecked = Number(request.headers['content-length'] ?? ROOM_BYTES)
    for await (const piece of streamBody(request, config.maxUploadBytes)) {
      if (start.length < SNIFF_BYTES) start = Buffer.concat([start, piece.subarray(0, SNIFF_BYTES - start.length)])
      unchecked += piece.length
      if (unchecked >= ROOM_BYTES) {
        if (!(await files.hasRoom(ROOM_BYTES))) throw noRoom()
        unchecked = 0
      }
      yield piece
    }
  }
  if (!(await files.hasRoom(Math.min(Number(request.headers['content-length'] ?? 0), config.maxUploadBytes))))
    throw noRoom()
  const stored = await putClaimed(pool, files, watched()).catch((error: unknown) => {
    throw error instanceof StorageFullError ? noRoom() : error
  })
  if (announced === null || announced === stored.sha256) return { stored, ...fileType(start) }
  await giveUpClaim(pool, stored)
  await removeUnnamed(pool, files, [stored.sha256])
  throw wrongDigest(announced)
}

const wrongDigest = (found: unknown) => invalidRequest([faultAt(DIGEST, 'INVALID_VALUE', DIGEST_WORDS, found)])

/** The SHA-256 that the header announces, in hexadecimal; other algorithms of the list are ignored (RFC 9530). */
function readDigest(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const entries = String(header)
    .split(',')
    .map((entry) => entry.trim())
  if (!entries.every((entry) => /^[a-z0-9-]+=:[A-Za-z0-9+/=]*:$/i.test(entry))) throw wrongDigest(header)
  const entry = entries.find((one) => /^sha-256=/i.test(one))
  const bytes = Buffer.from(entry?.split(':')[1] ?? '', 'base64')
  if (entry !== undefined && bytes.length === 32) return bytes.toString('hex')
  throw wrongDigest(header)
}
