import { type S3Access, signS3Get } from './s3.ts'

/** How private data is reached: headers for an origin and path, or keys for a bucket and prefix. Spelled as stored. */
export type AccessRule = HeaderRule | S3Rule

export interface HeaderRule {
  /** `https://data.example/path/` */
  match: string
  headers: Readonly<Record<string, string>>
}

export interface S3Rule extends S3Access {
  /** `s3://bucket/prefix/` */
  match: string
  /** Whether exports may be written there. */
  write?: boolean
}

/** Where in a rule something is wrong, as a field of the rule. */
export interface AccessRuleFault {
  field: string
  type: 'INVALID_URL' | 'INVALID_VALUE' | 'NOT_ALLOWED'
  expected: string
  value: string
  /** Whether the value is to be shown nowhere. */
  isSecret?: true
}

const MATCH_WORDS = 'https://host/path/ for headers, s3://bucket/prefix/ for keys of S3'
const ENDPOINT_WORDS = 'an http or https address without user, query and fragment'

// Headers that steer the connection or the framing are not a matter of access.
const RESERVED_HEADERS: ReadonlySet<string> = new Set(
  'host connection content-length transfer-encoding te trailer upgrade keep-alive expect proxy-authorization proxy-connection accept-encoding range if-none-match if-modified-since'.split(
    ' ',
  ),
)

/** Finds the fault of a rule whose shape is right; null when the rule can be used. */
export function checkAccessRule(rule: AccessRule): AccessRuleFault | null {
  const match = parseMatch(rule.match)
  if (!match) return { field: 'match', type: 'INVALID_URL', expected: MATCH_WORDS, value: rule.match }
  if (isS3Rule(rule)) {
    if (match.protocol !== 's3:')
      return { field: 'match', type: 'INVALID_URL', expected: MATCH_WORDS, value: rule.match }
    // The region becomes part of Amazon's host name.
    if (!/^[A-Za-z0-9-]{1,64}$/.test(rule.region))
      return { field: 'region', type: 'INVALID_VALUE', expected: 'letters, digits and -', value: rule.region }
    if (rule.endpoint === undefined) return null
    const endpoint = URL.canParse(rule.endpoint) ? new URL(rule.endpoint) : null
    const fits = endpoint && /^https?:$/.test(endpoint.protocol) && !endpoint.username && !endpoint.password
    if (fits && !endpoint.search && !endpoint.hash) return null
    return { field: 'endpoint', type: 'INVALID_URL', expected: ENDPOINT_WORDS, value: rule.endpoint }
  }
  if (match.protocol === 's3:') return { field: 'match', type: 'INVALID_URL', expected: MATCH_WORDS, value: rule.match }
  for (const [name, value] of Object.entries(rule.headers)) {
    const field = `headers.${name}`
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name))
      return { field, type: 'INVALID_VALUE', expected: 'the name of a header', value: name }
    if (RESERVED_HEADERS.has(name.toLowerCase()))
      return {
        field,
        type: 'NOT_ALLOWED',
        expected: 'a header other than Host, Connection, Content-Length and others that control the connection',
        value: name,
      }
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return { field, type: 'INVALID_VALUE', expected: 'characters of a header', value, isSecret: true }
  }
  return null
}

/** The rule with the longest match for a URL; null when none fits, or the text is not a URL. */
export function findAccessRule(text: string, rules: readonly AccessRule[]): AccessRule | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  let found: { rule: AccessRule; length: number } | null = null
  for (const rule of rules) {
    const match = parseMatch(rule.match)
    if (!match || dataPlaceOf(match) !== dataPlaceOf(url) || !isUnder(url.pathname, match.pathname)) continue
    const length = match.pathname.length
    if (!found || length > found.length) found = { rule, length }
  }
  return found?.rule ?? null
}

/**
 * The request to send under a project's rules: for `s3://` the signed one, otherwise the URL unchanged with the rule's
 * headers.
 */
export function applyAccessRules(
  text: string,
  rules: readonly AccessRule[],
  nowMs: number,
): { url: string; headers: Readonly<Record<string, string>> } {
  const rule = findAccessRule(text, rules)
  if (!rule) return { url: text, headers: {} }
  return isS3Rule(rule) ? signS3Get(new URL(text), rule, nowMs) : { url: text, headers: rule.headers }
}

/**
 * Where an export is written: `destination` (`s3://bucket/prefix/`) joined with the name. `fault`: the destination is
 * not such an address, or the rule that fits it best does not allow writing.
 */
export function findWriteRule(
  destination: string,
  name: string,
  rules: readonly AccessRule[],
): { object: URL; rule: S3Rule } | { fault: 'INVALID_URL' | 'NOT_ALLOWED' } {
  const prefix = parseMatch(destination)
  if (prefix?.protocol !== 's3:' || !prefix.pathname.startsWith('/') || prefix.port) return { fault: 'INVALID_URL' }
  const object = new URL(prefix.href + name)
  const rule = findAccessRule(object.href, rules)
  return rule && isS3Rule(rule) && rule.write === true ? { object, rule } : { fault: 'NOT_ALLOWED' }
}

export const isS3Rule = (rule: AccessRule): rule is S3Rule => 'secret_access_key' in rule

function parseMatch(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const plain = !url.username && !url.password && !url.search && !url.hash && url.hostname !== ''
  return plain && /^(https?|s3):$/.test(url.protocol) ? url : null
}

// URL.origin is "null" for s3.
const dataPlaceOf = (url: URL) => `${url.protocol}//${url.host}`

/**
 * Whether a path is under a prefix that ends at a segment: `/a` covers `/a` and `/a/b`, never `/ab`. Parsing has
 * resolved `..`. A path whose `%2f` a server could decode into another `..` never gets the secrets of a prefix.
 */
function isUnder(path: string, prefix: string): boolean {
  if (prefix === '/' || prefix === '') return true
  if (hidesDotSegment(path)) return false
  if (!path.startsWith(prefix)) return false
  return prefix.endsWith('/') || path.length === prefix.length || path[prefix.length] === '/'
}

function hidesDotSegment(path: string): boolean {
  const decoded = path.replace(/%2f|%5c|\\/gi, '/').replace(/%2e/gi, '.')
  return decoded.split('/').some((segment) => segment === '.' || segment === '..')
}
