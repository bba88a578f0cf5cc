import type { Route } from './route.ts'

const KIB = 1024

/** Without a credential: an email, a password, a token. */
const PUBLIC_BYTES = 16 * KIB
/** Settings, remarks, decisions: what people and scripts write by hand. */
const USUAL_BYTES = 64 * KIB
/** Lists that grow with a customer: classes of a tag, rules, projects of a person. */
export const LIST_BYTES = 1024 * KIB

/**
 * The maximum size of a route's body, unpacked. Bodies are parsed on the thread that answers everyone, so large ones
 * are only allowed where a route says so, and never without a credential.
 */
export function bodyLimitOf(route: Pick<Route, 'access' | 'maxBodyBytes'> | undefined): number {
  if (!route || route.access === 'public') return PUBLIC_BYTES
  return route.maxBodyBytes ?? USUAL_BYTES
}
