import { MessageError } from '../kit/messageError.ts'
import { type MessageId, msg } from '../messages/message.ts'

/** Why the sign-in at the OpenID provider gave no session, from the address. */
const REFUSALS = {
  NO_ACCESS: 'error.provider.noAccess',
  EMAIL_NOT_VERIFIED: 'error.provider.emailNotVerified',
  EMAIL_OF_ADMIN: 'error.provider.emailOfAdmin',
  PERSON_DEACTIVATED: 'error.provider.deactivated',
  PROVIDER_AWAY: 'error.provider.away',
  EXPIRED: 'error.provider.expired',
  FAILED: 'error.provider.failed',
} as const satisfies Record<string, MessageId>

const isRefusal = (word: string): word is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, word)

/** null if the address has no such reason. */
export function providerRefusal(search: string): MessageError | null {
  const word = new URLSearchParams(search).get('sign_in')
  return word !== null && isRefusal(word) ? new MessageError(msg(REFUSALS[word]), word) : null
}

/** Leads to the provider and back to this page. */
export function providerAddress({ pathname, search, hash }: Location): string {
  const rest = new URLSearchParams(search)
  rest.delete('sign_in')
  const query = rest.size > 0 ? `?${rest}` : ''
  return `/api/oidc/start?to=${encodeURIComponent(pathname + query + hash)}`
}
