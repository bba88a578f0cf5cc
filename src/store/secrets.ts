import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** A secret that was sealed with another key, for another place, or has been changed since. */
export class SealError extends Error {}

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES

/**
 * Seals a secret for the database: AES-256-GCM under the 32-byte master key, as version, nonce, tag, ciphertext.
 * @param context the kind and owner of the secret (`project/<id>/signing_secret`): it is not stored, but opening needs
 * the same, so that a sealed value moved to another row does not open there.
 */
export function sealSecret(masterKey: Uint8Array, plaintext: string | Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(context))
  const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed])
}

/** Opens the output of sealSecret with the same key and context. @throws SealError */
export function openSecret(masterKey: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(sealed)
  if (bytes.length < HEAD_BYTES || bytes[0] !== VERSION) throw new SealError('not a sealed secret')
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES)
  const tag = bytes.subarray(1 + NONCE_BYTES, HEAD_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES)), decipher.final()])
  } catch (error) {
    throw new SealError('a sealed secret does not open with this master key', { cause: error })
  }
}
