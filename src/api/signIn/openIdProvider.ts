import * as client from 'openid-client'
import type { Config } from '../../config.ts'
import type { EgressClient } from '../../egress/client.ts'
import { startDeadline } from '../../egress/deadline.ts'
import type { Claims } from '../../workflow/people/admission.ts'
import { claimedName } from './claimedName.ts'

/** Values that must be the same when the browser returns; stored in a sealed cookie meanwhile. */
export interface Journey {
  state: string
  nonce: string
  codeVerifier: string
  /** Path of the page to open then. */
  returnTo: string
}

const ANSWER_MS = 10_000
const MOST_BYTES = 1024 * 1024
const RETRY_MS = 30_000

/** Signing in by an OpenID provider: authorisation code with PKCE, state and nonce; its keys and addresses by discovery. */
export class OpenIdProvider {
  readonly #settings: NonNullable<Config['openId']>
  readonly #egress: EgressClient
  readonly #redirectUri: () => string
  #found: Promise<client.Configuration> | null = null

  constructor(settings: NonNullable<Config['openId']>, egress: EgressClient, redirectUri: () => string) {
    this.#settings = settings
    this.#egress = egress
    this.#redirectUri = redirectUri
  }

  /** Where to send the browser, and what to keep until it is back. @throws Error where the provider does not answer */
  async start(returnTo: string): Promise<{ url: URL; journey: Journey }> {
    const configuration = await this.#discover()
    const [state, nonce, codeVerifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri(),
      scope: this.#settings.scope,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return { url, journey: { state, nonce, codeVerifier, returnTo } }
  }

  /** @param query of the address that the provider sent the browser to. @throws Error for an answer that does not fit */
  async finish(query: string, { state, nonce, codeVerifier }: Journey): Promise<Claims> {
    const configuration = await this.#discover()
    const tokens = await client.authorizationCodeGrant(configuration, new URL(`${this.#redirectUri()}?${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the provider sent no ID token')
    const more = configuration.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {}
    return this.#read(claims.iss, claims.sub, { ...claims, ...more })
  }

  #read(issuer: string, subject: string, claims: Readonly<Record<string, unknown>>): Claims {
    const groups = claims[this.#settings.groupsClaim]
    return {
      issuer,
      subject,
      email: typeof claims.email === 'string' ? claims.email : null,
      emailVerified: claims.email_verified === true,
      name: typeof claims.name === 'string' ? claimedName(claims.name) : null,
      groups: [groups].flat().filter((group) => typeof group === 'string'),
    }
  }

  /** Once; again a while after it failed, so that a provider that is unavailable is not asked by every visitor. */
  #discover(): Promise<client.Configuration> {
    this.#found ??= this.#ask()
    return this.#found
  }

  async #ask(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings
    const url = new URL(issuer)
    try {
      const configuration = await client.discovery(url, clientId, clientSecret, undefined, {
        [client.customFetch]: this.#fetch,
        execute: [
          // The signature of the ID token by the keys of the provider, besides the connection that it came over.
          client.enableNonRepudiationChecks,
          // Plain http is refused by the settings, but for this machine.
          ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      })
      configuration[client.customFetch] = this.#fetch
      return configuration
    } catch (error) {
      setTimeout(() => {
        this.#found = null
      }, RETRY_MS).unref()
      throw error
    }
  }

  /** Uses the same guarded client as all other outgoing requests. */
  #fetch: client.CustomFetch = async (address, { method, headers, body, signal }) => {
    const deadline = startDeadline(ANSWER_MS, signal)
    try {
      const answer = await this.#egress.send({
        method: method === 'POST' ? 'POST' : 'GET',
        url: this.#egress.parse(address),
        headers,
        body: body === null || body === undefined ? undefined : String(body),
        lane: 'sign-in',
        deadline,
      })
      const parts: Uint8Array[] = []
      let bytes = 0
      for await (const part of answer.body) {
        bytes += part.length
        if (bytes > MOST_BYTES) throw new Error('the answer of the provider is too large')
        parts.push(part)
      }
      const plain = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, [value].flat().join(', ')]],
      )
      return new Response(bytes === 0 ? null : Buffer.concat(parts), { status: answer.statusCode, headers: plain })
    } finally {
      deadline.clear()
    }
  }
}
