import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { type AllowedNetworks, isForbiddenAddress } from './address.ts'

/** Why a URL cannot be requested; the spellings are those of the wire's failure types. */
export type UrlFault = 'INVALID_URL' | 'FORBIDDEN_ADDRESS'

export interface UrlRules {
  allowNetworks: AllowedNetworks
  /** Whether `s3://bucket/key` is taken: true where an access rule fits it. */
  s3Allowed?: boolean
}

/** Parses a URL once, for checking and sending alike: what was checked is what is sent. */
export function parseTarget(text: string, rules: UrlRules): { url: URL } | { fault: UrlFault } {
  if (!URL.canParse(text)) return { fault: 'INVALID_URL' }
  const url = new URL(text)
  if (url.protocol === 's3:') return rules.s3Allowed && isS3Object(url) ? { url } : { fault: 'INVALID_URL' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { fault: 'INVALID_URL' }
  if (isForbiddenHost(url.hostname, rules.allowNetworks)) return { fault: 'FORBIDDEN_ADDRESS' }
  if (url.username || url.password || url.port === '0') return { fault: 'INVALID_URL' }
  if (!isAbsolute(text) || hasBrokenPunycode(url.hostname)) return { fault: 'INVALID_URL' }
  return { url }
}

/** The fault of a URL, as far as its text shows it; names are checked again, by their addresses, when connecting. */
export function checkUrl(text: string, rules: UrlRules): UrlFault | null {
  const target = parseTarget(text, rules)
  return 'fault' in target ? target.fault : null
}

/** The host without the brackets of an IPv6 literal, as sockets and lookups want it. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

/** WHATWG parsing has already made every spelling of a number (octal, hexadecimal, 127.1, ①) a plain literal. */
function isForbiddenHost(hostname: string, allowNetworks: AllowedNetworks): boolean {
  const host = bareHost(hostname)
  if (isIP(host)) return isForbiddenAddress(host, allowNetworks)
  const name = host.replace(/\.$/, '')
  if (name !== 'localhost' && !name.endsWith('.localhost')) return false
  // RFC 6761 reserves the name for loopback, so no lookup is needed.
  return isForbiddenAddress('127.0.0.1', allowNetworks) && isForbiddenAddress('::1', allowNetworks)
}

/** `http:host` and `http:\\host` parse, but other parsers read them differently: such a URL is a mistake or an attack. */
function isAbsolute(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: URL parsing trims exactly these
  return /^[\u0000-\u0020]*https?:\/\//i.test(text)
}

/** Some versions of the parser let broken punycode pass, which the standard calls unparsable. */
function hasBrokenPunycode(hostname: string): boolean {
  return hostname.includes('xn--') && /(^|\.)xn--/.test(domainToUnicode(hostname))
}

function isS3Object(url: URL): boolean {
  const plain = !url.username && !url.password && !url.port && !url.search && !url.hash
  return plain && url.hostname !== '' && url.pathname.length > 1
}
