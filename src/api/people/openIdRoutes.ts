import { peopleEndpoints, type WaysAnswer } from '../../contract/people.ts'
import { createSession } from '../../store/cluster/people/sessions.ts'
import { openSecret, SealError, sealSecret } from '../../store/secrets.ts'
import { admitPerson } from '../../workflow/people/admission.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { clearJourneyCookie, journeyCookie, setJourneyCookie, setSessionCookie } from '../http/cookie.ts'
import { type Exchange, type Route, route } from '../http/route.ts'
import { sent } from '../http/sent.ts'
import type { Journey } from '../signIn/openIdProvider.ts'

const JOURNEY = 'sign-in journey'
/** To sign in at the provider, with a second factor. */
const JOURNEY_MS = 15 * 60_000

/** Signing in by an OpenID provider, and what ways of signing in there are. */
export function openIdRoutes(context: ApiContext): Route[] {
  const { openId, config, log } = context
  const ways: WaysAnswer = { password: config.passwordSignIn, provider: openId !== null }
  const back = ({ reply }: Exchange, path: string) => {
    reply.redirect(`${context.baseUrl()}${path}`, 302)
    return sent<null>()
  }
  return [
    route(peopleEndpoints.getSignInWays, {
      handle: async () => ways,
    }),
    route(peopleEndpoints.startOpenId, {
      handle: async ({ query, request, reply }) => {
        if (!openId) throw new ApiError('resource_error', 'no OpenID provider is configured')
        try {
          const { url, journey } = await openId.provider.start(ownPath(context.baseUrl(), query.to))
          setJourneyCookie(reply, context.baseUrl(), seal(context, journey), JOURNEY_MS / 1000)
          reply.redirect(url.href, 302)
          return sent<null>()
        } catch (error) {
          log.warn({ err: error }, 'the OpenID provider does not answer')
          return back({ request, reply }, '/?sign_in=PROVIDER_AWAY')
        }
      },
    }),
    route(peopleEndpoints.finishOpenId, {
      handle: async ({ request, reply }) => {
        if (!openId) throw new ApiError('resource_error', 'no OpenID provider is configured')
        const journey = unseal(context, journeyCookie(request, context.baseUrl()))
        // Valid for one try, whatever its outcome.
        clearJourneyCookie(reply, context.baseUrl())
        const arrival = journey ? await arrive(context, openId, journey, request) : { refusal: 'EXPIRED' }
        if ('refusal' in arrival) return back({ request, reply }, `/?sign_in=${arrival.refusal}`)
        setSessionCookie(reply, context.baseUrl(), arrival.session)
        return back({ request, reply }, arrival.returnTo)
      },
    }),
  ]
}

/**
 * The browser returns: identifies the person and their rights. Returns the token of their session, or why there is
 * none.
 */
async function arrive(
  { pool, sessions, log }: ApiContext,
  { provider, roleMap }: NonNullable<ApiContext['openId']>,
  journey: Journey,
  request: Exchange['request'],
): Promise<{ session: string; returnTo: string } | { refusal: string }> {
  try {
    const claims = await provider.finish(request.url.split('?')[1] ?? '', journey)
    const admission = await admitPerson(pool, roleMap, claims, request.ip)
    sessions.forget()
    if ('refusal' in admission) return admission
    return { session: await createSession(pool, admission.userId), returnTo: journey.returnTo }
  } catch (error) {
    log.warn({ err: error }, 'signing in by the OpenID provider failed')
    return { refusal: 'FAILED' }
  }
}

/** A page of ours, or the first one: the address may come from anywhere. */
function ownPath(baseUrl: string, asked: string | undefined): string {
  if (asked === undefined || !asked.startsWith('/') || !URL.canParse(asked, baseUrl)) return '/'
  const { origin, pathname, search, hash } = new URL(asked, baseUrl)
  return origin === new URL(baseUrl).origin && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/'
}

const seal = ({ masterKey }: ApiContext, journey: Journey): string =>
  sealSecret(masterKey, JSON.stringify({ ...journey, until: Date.now() + JOURNEY_MS }), JOURNEY).toString('base64url')

/** null for one that has expired, was not made here, or is missing. */
function unseal({ masterKey }: ApiContext, cookie: string | null): Journey | null {
  if (cookie === null) return null
  try {
    const opened = openSecret(masterKey, Buffer.from(cookie, 'base64url'), JOURNEY).toString('utf8')
    const { until, ...journey }: Journey & { until: number } = JSON.parse(opened)
    return until > Date.now() ? journey : null
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}
