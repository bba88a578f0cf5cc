import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A bucket store small enough for a test, which refuses everything unsigned. */
export interface S3Server {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** By path, `/bucket/key`. For large bodies only their length and hash are stored. */
  objects: Map<string, StoredObject>
  requests: string[]
  /** The faults of the next requests, in order; null: none. */
  failures: (StorageFault | null)[]
  close(): Promise<void>
}

/**
 * A status that is returned instead. Or the connection breaks: immediately; after the request was processed, so that
 * its answer is lost; in the middle of the body. Or the body stalls there.
 */
export type StorageFault = number | 'reset' | 'lost' | 'cut' | 'silent'

export interface StoredObject {
  bytes: Buffer | null
  length: number
  sha256: string
  /** `x-amz-meta-…` headers that it was written with. */
  meta: Record<string, string>
}

const KEPT_BYTES = 8 * 1024 * 1024
const sha256 = (data: string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export async function startS3Server(): Promise<S3Server> {
  const state: State = {
    region: 'test-region-1',
    accessKeyId: 'TESTKEY',
    secretAccessKey: 'test secret',
    objects: new Map<string, StoredObject>(),
    requests: [],
    failures: [],
    uploads: new Map<string, Upload>(),
  }
  const server = createServer((request, response) => void answer(state, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...state,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** An upload in parts that is not completed yet. */
interface Upload {
  meta: StoredObject['meta']
  parts: Map<number, Buffer>
}

type State = Omit<S3Server, 'endpoint' | 'close'> & { uploads: Map<string, Upload> }

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? ''
  state.requests.push(`${request.method} ${path}`)
  const failure = state.failures.shift()
  if (typeof failure === 'number') return fail(request, response, failure, 'SlowDown')
  if (failure === 'reset') return void request.socket.destroy()
  if (failure) breakOff(response, failure)
  if (!isSigned(state, request)) return fail(request, response, 403, 'SignatureDoesNotMatch')
  const { pathname, searchParams: query } = new URL(path, 'http://s3.example')
  if (query.get('list-type') === '2') return list(state, pathname, query, response)
  if (query.size > 0) return answerParts(state, pathname, query, request, response)
  const object = state.objects.get(path)
  switch (request.method) {
    case 'PUT':
      if (request.headers['if-none-match'] === '*' && object) return fail(request, response, 412, 'PreconditionFailed')
      return put(state, request, response)
    case 'HEAD':
      response.writeHead(object ? 200 : 404, object && { ...object.meta, 'content-length': object.length }).end()
      return
    case 'GET':
      return object?.bytes ? get(object.bytes, request, response) : fail(request, response, 404, 'NoSuchKey')
    case 'DELETE':
      state.objects.delete(path)
      response.writeHead(204).end()
      return
    default:
      return fail(request, response, 405, 'MethodNotAllowed')
  }
}

const LISTED_A_PAGE = 2

/** ListObjectsV2 with keys escaped as in addresses, two a page. */
function list({ objects }: State, bucket: string, query: URLSearchParams, response: ServerResponse): void {
  const after = query.get('continuation-token') ?? ''
  const found = [...objects]
    .map(([path, { length }]) => ({ key: path.slice(bucket.length), length }))
    .filter(({ key }) => decodeURIComponent(key).startsWith(query.get('prefix') ?? '') && key > after)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const page = found.slice(0, LISTED_A_PAGE)
  const contents = page.map(({ key, length }) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`)
  const isTruncated = found.length > page.length
  const token = isTruncated ? `<NextContinuationToken>${page.at(-1)?.key}</NextContinuationToken>` : ''
  response.end(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`,
  )
}

async function put(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers['content-length'] === undefined) return fail(request, response, 411, 'MissingContentLength')
  const hash = createHash('sha256')
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    hash.update(piece)
    length += piece.length
    if (length <= KEPT_BYTES) pieces.push(piece)
  }
  const digest = hash.digest()
  const checksum = request.headers['x-amz-checksum-sha256']
  if (checksum !== undefined && checksum !== digest.toString('base64')) return fail(request, response, 400, 'BadDigest')
  const bytes = length <= KEPT_BYTES ? Buffer.concat(pieces) : null
  state.objects.set(request.url ?? '', { bytes, length, sha256: digest.toString('hex'), meta: metaOf(request) })
  response.writeHead(200, { etag: '"e"' }).end()
}

const metaOf = ({ headers }: IncomingMessage): StoredObject['meta'] =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [])),
  )

/** Uploads in parts: started, a part, completed in the order that is named, given up. */
async function answerParts(
  state: State,
  path: string,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = Buffer.concat(await (request as AsyncIterable<Buffer> & IncomingMessage).toArray())
  const uploadId = query.get('uploadId') ?? ''
  const upload = state.uploads.get(uploadId)
  if (query.has('uploads')) {
    const id = `upload/${state.uploads.size + 1}+=`
    state.uploads.set(id, { meta: metaOf(request), parts: new Map() })
    response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  } else if (!upload) fail(request, response, 404, 'NoSuchUpload')
  else if (request.method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    response.writeHead(200, { etag: `"part-${query.get('partNumber')}"` }).end()
  } else if (request.method === 'DELETE') {
    state.uploads.delete(uploadId)
    response.writeHead(204).end()
  } else {
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;part-(\d+)&quot;<\/ETag>/g)]
    const bytes = Buffer.concat(named.map(([, number]) => upload.parts.get(Number(number)) ?? Buffer.alloc(0)))
    const digest = createHash('sha256').update(bytes).digest('hex')
    state.uploads.delete(uploadId)
    state.objects.set(path, { bytes, length: bytes.length, sha256: digest, meta: upload.meta })
    response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }
}

function get(bytes: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  if (!range) {
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
    return
  }
  const part = bytes.subarray(Number(range[1]), range[2] ? Number(range[2]) + 1 : undefined)
  response.writeHead(206, { 'content-length': part.length }).end(part)
}

/** Cuts the answer in the middle. */
function breakOff(response: ServerResponse, failure: 'lost' | 'cut' | 'silent'): void {
  response.end = (body?: unknown) => {
    const half = Buffer.isBuffer(body) ? body.subarray(0, body.length / 2) : Buffer.alloc(0)
    if (failure === 'lost') response.destroy()
    else response.write(half, () => failure === 'cut' && response.destroy())
    return response
  }
}

function fail(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  request.resume()
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
}

/** AWS Signature Version 4 as a server checks it: every header named as signed, host and date among them. */
function isSigned(state: State, request: IncomingMessage): boolean {
  const authorization = request.headers.authorization ?? ''
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (!match) return false
  const [, keyId, day, region, names, signature] = match
  const date = String(request.headers['x-amz-date'])
  const signed = names.split(';')
  if (keyId !== state.accessKeyId || region !== state.region || !date.startsWith(day)) return false
  const needed = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]
  if (needed.some((name) => !signed.includes(name))) return false
  const [path, query = ''] = (request.url ?? '').split('?')
  const headers = signed.map((name) => `${name}:${request.headers[name]}\n`).join('')
  const canonical = [request.method, path, query, headers, names, request.headers['x-amz-content-sha256']].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${state.secretAccessKey}`, day))
  return signature === hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex')
}
