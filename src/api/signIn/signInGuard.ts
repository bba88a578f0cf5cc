import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hashPassword, isPassword } from '../../store/cluster/people/passwordHash.ts'
import { findCredentials } from '../../store/cluster/people/people.ts'
import { beginTry, FREE_FAILURES, forgiveTry, type Subject } from '../../store/cluster/people/signInFailures.ts'
import { isKnownPlace, rememberPlace } from '../../store/cluster/people/signInPlaces.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { ApiError } from '../http/apiError.ts'
import { networksOf } from './network.ts'
import { PasswordQueue } from './passwordQueue.ts'

/** Whole offices share an address, and everyone may try an email: keys that are shared allow more failures. */
const SHARED_FREE = FREE_FAILURES * 10
const WIDE_FREE = SHARED_FREE * 10

/** The most successful sign-ins of one person per minute: no one needs more. */
const MOST_SUCCESSES = 10
const SUCCESS_SPAN_MS = 60_000

const tooManyTries = (seconds: number) =>
  new ApiError('rate_limited', `too many tries; wait ${seconds} s`, {
    meta: { retry_after: seconds },
    headers: { 'retry-after': String(seconds) },
  })

/** The origin of a try. */
export interface Visitor {
  address: string
  /** The cookie that a browser keeps from an earlier sign-in; null without one. */
  deviceToken: string | null
}

/**
 * Everything about passwords, too slow for guessing and without letting strangers lock anyone out. Tries
 * count against the account, the network and both together; but those of a device or from a network that the person
 * has signed in with before have a separate count that strangers cannot use up.
 */
export class SignInGuard {
  readonly #pool: Pool
  readonly #key: Buffer
  readonly #queue = new PasswordQueue()
  /** When each person signed in, of the last minute. */
  readonly #signedIn = new Map<string, number[]>()

  constructor(pool: Pool, masterKey: Buffer) {
    this.#pool = pool
    this.#key = createHmac('sha256', masterKey).update('fiducial sign-in').digest()
  }

  /** Who signs in; null where email or password is wrong. @throws ApiError 429 or 503 when the try may not be made */
  async signIn(email: string, password: string, visitor: Visitor): Promise<string | null> {
    const device = this.#deviceOf(email, visitor.deviceToken)
    const trying = { isKnown: device !== null, who: this.#whoTries(email, device) }
    return this.#queue.inTurn(trying, async () => {
      const found = await findCredentials(this.#pool, email)
      if (found) this.#refuseOften(found.userId)
      const subjects = await this.#subjects(email, found?.userId ?? null, visitor.address, device)
      await this.#begin(subjects)
      const isRight = await isPassword(password, found?.passwordHash ?? null)
      if (!found || !isRight) return null
      await forgiveTry(this.#pool, subjects)
      this.#count(found.userId)
      return found.userId
    })
  }

  /** Whether the password is that of a person who is signed in. @throws ApiError 429 or 503 */
  async confirm(userId: string, password: string, passwordHash: string | null): Promise<boolean> {
    return this.#queue.inTurn({ isKnown: true, who: userId }, async () => {
      // A passer-by at an unlocked screen must not be able to guess without limit.
      const subjects = [{ hash: this.#hash('own', userId), free: FREE_FAILURES }]
      await this.#begin(subjects)
      if (!(await isPassword(password, passwordHash))) return false
      await forgiveTry(this.#pool, subjects)
      return true
    })
  }

  /**
   * For a password that a person chose who was let in by other means: a session, a link.
   * @param who the person, or the link
   * @throws ApiError 503
   */
  hash(password: string, who: string): Promise<string> {
    return this.#queue.inTurn({ isKnown: true, who }, () => hashPassword(password))
  }

  /** After a sign-in. Answers what the browser keeps, to be known again as this person's. */
  async remember(userId: string, email: string, address: string): Promise<string> {
    await rememberPlace(this.#pool, userId, this.#place(userId, address))
    const nonce = randomBytes(16).toString('base64url')
    return `${nonce}.${this.#deviceMac(email, nonce)}`
  }

  /** A known device is one visitor; any other try is known by its email alone, which everyone may write. */
  #whoTries(email: string, device: string | null): string | null {
    return device === null ? null : `device ${device} ${email.normalize('NFC').toLowerCase()}`
  }

  /** Right passwords are counted, too: each takes as long as a wrong one. @throws ApiError 429 */
  #refuseOften(userId: string): void {
    const nowMs = performance.now()
    for (const [id, times] of this.#signedIn)
      if ((times.at(-1) ?? 0) < nowMs - SUCCESS_SPAN_MS) this.#signedIn.delete(id)
    const recent = (this.#signedIn.get(userId) ?? []).filter((atMs) => atMs > nowMs - SUCCESS_SPAN_MS)
    if (recent.length < MOST_SUCCESSES) return
    throw tooManyTries(Math.max(1, Math.ceil((recent[0] + SUCCESS_SPAN_MS - nowMs) / 1000)))
  }

  #count(userId: string): void {
    const nowMs = performance.now()
    const recent = (this.#signedIn.get(userId) ?? []).filter((atMs) => atMs > nowMs - SUCCESS_SPAN_MS)
    this.#signedIn.set(userId, [...recent, nowMs])
  }

  async #begin(subjects: readonly Subject[]): Promise<void> {
    const seconds = await beginTry(this.#pool, subjects)
    if (seconds === 0) return
    throw tooManyTries(seconds)
  }

  async #subjects(email: string, userId: string | null, address: string, device: string | null): Promise<Subject[]> {
    if (device !== null) return [{ hash: this.#hash('device', device), free: FREE_FAILURES }]
    const account = email.normalize('NFC').toLowerCase()
    const { near, wide } = networksOf(address)
    const both = { hash: this.#hash('both', account, near), free: FREE_FAILURES }
    if (userId !== null && (await isKnownPlace(this.#pool, userId, this.#place(userId, address)))) return [both]
    return [
      both,
      { hash: this.#hash('network', near), free: SHARED_FREE },
      { hash: this.#hash('account', account), free: SHARED_FREE },
      ...(wide === null ? [] : [{ hash: this.#hash('network', wide), free: WIDE_FREE }]),
    ]
  }

  #deviceOf(email: string, token: string | null): string | null {
    const [nonce, given] = token?.split('.') ?? []
    if (!nonce || !given) return null
    const expected = Buffer.from(this.#deviceMac(email, nonce))
    const mac = Buffer.from(given)
    return mac.length === expected.length && timingSafeEqual(mac, expected) ? nonce : null
  }

  #deviceMac = (email: string, nonce: string): string =>
    this.#hash('device cookie', email.normalize('NFC').toLowerCase(), nonce).toString('base64url')

  #place = (userId: string, address: string): Buffer => this.#hash('place', userId, networksOf(address).near)

  /** Keyed: stored tries reveal no emails or addresses. */
  #hash(...words: string[]): Buffer {
    return createHmac('sha256', this.#key).update(words.join('\0')).digest()
  }
}
