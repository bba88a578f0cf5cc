import type { S3Rule } from './accessRules.ts'
import type { EgressClient } from './client.ts'
import { startDeadline } from './deadline.ts'
import { EgressError } from './errors.ts'
import { signS3 } from './s3.ts'

export interface S3Listing {
  /** `s3://bucket/prefix/` */
  folder: URL
  rule: S3Rule
  lane: string
  signal: AbortSignal
}

export interface S3Object {
  /** `s3://bucket/key`, the key escaped. */
  url: string
  /** Its key below the prefix. */
  path: string
  bytes: number
}

const PAGE_MS = 60_000
/** A page has at most 1,000 keys of 1,024 bytes, which may be escaped. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024

/**
 * The objects of a bucket below a prefix, in the order of their keys (ListObjectsV2). Objects that stand for folders are
 * left out.
 * @throws EgressError
 */
export async function* listS3(client: EgressClient, listing: S3Listing): AsyncGenerator<S3Object> {
  const bucket = listing.folder.hostname
  const prefix = decodeURIComponent(listing.folder.pathname.replace(/^\//, ''))
  let token: string | undefined
  do {
    const page = await pageOf(client, listing, {
      'list-type': '2',
      'encoding-type': 'url',
      prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    })
    for (const [, entry] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = decodeURIComponent(memberOf(entry, 'Key').replaceAll('+', ' '))
      if (!key.startsWith(prefix) || key.endsWith('/')) continue
      const url = `s3://${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`
      yield { url, path: key.slice(prefix.length), bytes: Number(memberOf(entry, 'Size')) }
    }
    token = memberOf(page, 'IsTruncated') === 'true' ? memberOf(page, 'NextContinuationToken') : undefined
  } while (token)
}

async function pageOf(
  client: EgressClient,
  { folder, rule, lane, signal }: S3Listing,
  query: Readonly<Record<string, string>>,
): Promise<string> {
  const signed = signS3(new URL(`s3://${folder.hostname}/`), { method: 'GET', query }, rule, Date.now())
  const deadline = startDeadline(PAGE_MS, signal)
  try {
    const answer = await client.send({
      method: 'GET',
      url: client.parse(signed.url),
      headers: signed.headers,
      lane,
      deadline,
    })
    const text = await textOf(answer.body as AsyncIterable<Uint8Array>)
    const { statusCode: httpStatus } = answer
    if (httpStatus !== 200)
      throw new EgressError(
        httpStatus >= 500 ? 'temporary' : 'permanent',
        `The bucket answered with HTTP ${httpStatus} to the request for its list.`,
        { httpStatus },
      )
    return text
  } finally {
    deadline.clear()
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > MAX_PAGE_BYTES) throw new EgressError('too_large', 'The list of the bucket is too long.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Tokens may hold what XML escapes; keys are escaped as addresses are. */
const memberOf = (xml: string, name: string): string =>
  (xml.split(`<${name}>`, 2)[1] ?? '')
    .split('<', 1)[0]
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
