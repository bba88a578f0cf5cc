import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signature opens; one for a file does not open a viewer. */
export type LinkPurpose = 'attachment' | 'viewer' | 'export'

/**
 * The signature in a link that opens one thing without a key: HMAC-SHA256 under the project's link secret, base64url.
 * The same link always has the same signature; a new secret revokes them all.
 */
export function signLink(secret: Uint8Array, purpose: LinkPurpose, id: string): string {
  return createHmac('sha256', secret).update(`${purpose}\0${id}`).digest('base64url')
}

/** Compares in constant time. */
export function verifyLink(secret: Uint8Array, purpose: LinkPurpose, id: string, signature: string): boolean {
  const expected = Buffer.from(signLink(secret, purpose, id))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
