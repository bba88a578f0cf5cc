import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signature opens; one for a file does not open a viewer. */
export type LinkPurpose = 'attachment' | 'viewer' | 'export' | 'assistant'

/**
 * The signature in a link that opens one thing without a key: HMAC-SHA256 under the project's link secret, base64url.
 * The same link always has the same signature; a new secret revokes them all. A link that a person created names them,
 * and opens only while they may see the thing themselves.
 */
export function signLink(secret: Uint8Array, purpose: LinkPurpose, id: string, madeBy: string | null = null): string {
  const words = madeBy === null ? [purpose, id] : [purpose, id, madeBy]
  const mac = createHmac('sha256', secret).update(words.join('\0')).digest('base64url')
  return madeBy === null ? mac : `${madeBy}.${mac}`
}

/** The creator of the link, madeBy null: a customer; null for an invalid signature. Compares in constant time. */
export function readLink(
  secret: Uint8Array,
  purpose: LinkPurpose,
  id: string,
  signature: string,
): { madeBy: string | null } | null {
  const dot = signature.indexOf('.')
  const madeBy = dot < 0 ? null : signature.slice(0, dot)
  const expected = Buffer.from(signLink(secret, purpose, id, madeBy))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? { madeBy } : null
}
