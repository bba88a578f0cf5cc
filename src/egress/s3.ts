import { createHash, createHmac } from 'node:crypto'

/** Who may read a bucket, and where it is. */
export interface S3Access {
  /** Default: AWS in the given region. */
  endpoint?: string
  region: string
  access_key_id: string
  secret_access_key: string
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  query?: Readonly<Record<string, string>>
  /** Sent besides; those that begin with `x-amz-` are signed. */
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array
}

export interface SignedRequest {
  url: string
  headers: Record<string, string>
}

const EMPTY_SHA256 = createHash('sha256').update('').digest('hex')

/** The signed GET of an `s3://bucket/key` URL already parsed. */
export const signS3Get = (object: URL, access: S3Access, nowMs: number): SignedRequest =>
  signS3(object, { method: 'GET' }, access, nowMs)

/**
 * Signs a request (AWS Signature Version 4, path style) for a parsed `s3://bucket/key` URL. Escapes in the key are sent
 * as they were written. The path of an endpoint becomes a prefix of all buckets.
 */
export function signS3(
  object: URL,
  { method, query = {}, headers: asked = {}, body }: S3Request,
  access: S3Access,
  nowMs: number,
): SignedRequest {
  const endpoint = new URL(access.endpoint ?? `https://s3.${access.region}.amazonaws.com`)
  const base = endpoint.pathname.replace(/\/$/, '')
  const path = `${base}/${object.hostname}${object.pathname}`
  const amzDate = `${new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '')}`
  const payload = body ? createHash('sha256').update(body).digest('hex') : EMPTY_SHA256
  const amzHeaders = Object.entries(asked).filter(([name]) => name.startsWith('x-amz-'))
  const headers = {
    host: endpoint.host,
    'x-amz-content-sha256': payload,
    'x-amz-date': amzDate,
    ...Object.fromEntries(amzHeaders),
  }
  const authorization = authorizationOf({ method, path, query, headers, amzDate, access })
  const { host: _, ...sent } = headers
  const search = Object.keys(query).length === 0 ? '' : `?${canonicalQuery(query)}`
  return { url: `${endpoint.origin}${escapePath(path)}${search}`, headers: { ...asked, ...sent, authorization } }
}

interface Signable {
  method: string
  path: string
  query?: Readonly<Record<string, string>>
  /** All headers to sign; `x-amz-content-sha256` among them covers the body. */
  headers: Readonly<Record<string, string>>
  amzDate: string
  access: Pick<S3Access, 'region' | 'access_key_id' | 'secret_access_key'>
}

/** The Authorization header of a request. Source: AWS, "Signature Version 4 for S3". */
export function authorizationOf({ method, path, query = {}, headers, amzDate, access }: Signable): string {
  const names = Object.keys(headers).sort()
  const signedHeaders = names.join(';')
  const canonicalHeaders = names.map((name) => `${name}:${headers[name].trim()}\n`).join('')
  const payload = headers['x-amz-content-sha256']
  const canonical = [method, canonicalPath(path), canonicalQuery(query), canonicalHeaders, signedHeaders, payload].join(
    '\n',
  )
  const day = amzDate.slice(0, 8)
  const scope = `${day}/${access.region}/s3/aws4_request`
  const stringToSign = ['AWS4-HMAC-SHA256', amzDate, scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${access.secret_access_key}`, day), access.region))
  const signature = hmac(key, stringToSign).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${access.access_key_id}/${scope},SignedHeaders=${signedHeaders},Signature=${signature}`
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const escapeByte = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** Escapes what servers read differently (`+` as a space, say) and leaves every escape that is there alone. */
function escapePath(path: string): string {
  return path.replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~/]/g, (part) => (part.length === 3 ? part : escapeByte(part)))
}

/** The path as the server will spell it when it checks the signature: each byte escaped unless unreserved. */
function canonicalPath(path: string): string {
  return escapePath(path).replace(/%[0-9A-Fa-f]{2}/g, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escaped.toUpperCase()
  })
}

/** The query that is signed and sent: sorted by name, every byte escaped unless unreserved. */
function canonicalQuery(query: Readonly<Record<string, string>>): string {
  const escaped = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, escapeByte)
  return Object.keys(query)
    .sort()
    .map((name) => `${escaped(name)}=${escaped(query[name])}`)
    .join('&')
}
