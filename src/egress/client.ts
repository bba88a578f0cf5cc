import { isIP, type Socket } from 'node:net'
import { Agent, type Dispatcher, errors } from 'undici'
import type { AllowedNetworks } from './address.ts'
import { type ConnectorOptions, guardedConnector, type Lookup } from './connector.ts'
import type { Deadline } from './deadline.ts'
import {
  EgressError,
  ForbiddenAddressError,
  forbidden,
  stopped,
  tooLate,
  unreachable,
  unreachableInside,
} from './errors.ts'
import { Lanes } from './lanes.ts'
import { NameResolver, type NameResolverOptions } from './nameResolver.ts'
import type { OwnAddresses } from './ownAddresses.ts'
import { bareHost, parseTarget } from './target.ts'

export interface EgressOptions extends Pick<ConnectorOptions, 'ca' | 'dial'> {
  allowNetworks: AllowedNetworks
  /** Further forbidden addresses: those of this machine. */
  ownAddresses?: OwnAddresses
  /** Told the reason of each failure whose message conceals it, for the operator's log. */
  onConcealed?: (host: string, reason: string) => void
  /** Replaces the resolver. */
  lookup?: Lookup
  names?: NameResolverOptions
  connectTimeoutMs?: number
  /** Longest silence: before the head of an answer, and between two pieces of its body. */
  idleTimeoutMs?: number
  connectionsPerOrigin?: number
}

export interface OutgoingRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  url: URL
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Whose request it is: slow names of one lane do not delay the others. */
  lane: string
  deadline: Deadline
}

export type EgressAnswer = Dispatcher.ResponseData

/** Downloads at a time from one host for one project: a server with a short backlog turns more away. */
const DOWNLOADS_PER_HOST = 6

/**
 * Sends every request of the service, downloads and callbacks alike. It ignores proxies of the environment: behind a
 * proxy the service could not see which address is reached.
 */
export class EgressClient {
  readonly allowNetworks: AllowedNetworks
  /** Queues of downloads, by project and host. */
  readonly downloads = new Lanes(DOWNLOADS_PER_HOST)
  readonly #agent: Agent
  readonly #connect: ReturnType<typeof guardedConnector>
  readonly #names: NameResolver | null
  readonly #onConcealed: (host: string, reason: string) => void
  /** Hosts in networks that only the operator's setting makes reachable, those that were reached last at the end. */
  readonly #inside = new Set<string>()

  constructor(options: EgressOptions) {
    const { connectTimeoutMs = 5000, idleTimeoutMs = 30_000, connectionsPerOrigin = 128 } = options
    this.allowNetworks = options.allowNetworks
    this.#names = options.lookup ? null : new NameResolver(options.names)
    const { ownAddresses = () => NONE, lookup = this.#lookUp, onConcealed = () => {} } = options
    this.#onConcealed = onConcealed
    const onAllowedNetwork = (host: string) => this.#rememberInside(host)
    this.#connect = guardedConnector({ ...options, ownAddresses, lookup, connectTimeoutMs, onAllowedNetwork })
    this.#agent = new Agent({
      connect: this.#connect,
      connections: connectionsPerOrigin,
      pipelining: 1,
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
    })
  }

  /** Parses a URL for sending. @throws EgressError, `forbidden` or `permanent`. */
  parse(text: string): URL {
    const target = parseTarget(text, { allowNetworks: this.allowNetworks })
    if ('url' in target) return target.url
    if (target.fault === 'FORBIDDEN_ADDRESS') throw forbidden()
    throw new EgressError('permanent', 'The URL is not a valid http or https URL.')
  }

  /** Sends and answers with the head; the body is the caller's to read or to end. Never follows a redirect. */
  async send({ method, url, headers, body, lane, deadline }: OutgoingRequest): Promise<EgressAnswer> {
    if (deadline.endedBy() === 'caller') throw stopped()
    try {
      // Runs before a connection is asked for; the connection itself no longer knows the request's lane and deadline.
      const host = bareHost(url.hostname)
      if (this.#names && isIP(host) === 0) await this.#names.resolve(host, { lane, signal: deadline.signal })
      return await this.#agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { 'user-agent': 'fiducial', 'accept-encoding': 'identity', ...headers },
        body: body ?? null,
        signal: deadline.signal,
      })
    } catch (error) {
      if (isForbidden(error)) throw forbidden(error)
      if (deadline.endedBy() === 'caller') throw stopped()
      if (isUnsendable(error)) throw new EgressError('permanent', 'The request could not be formed.', { cause: error })
      const failure = deadline.endedBy() === 'time' ? tooLate(error) : unreachable(error)
      const host = bareHost(url.hostname)
      if (!this.#inside.has(host)) throw failure
      this.#onConcealed(host, failure.message)
      throw unreachableInside(error)
    }
  }

  #rememberInside(host: string): void {
    this.#inside.delete(host)
    this.#inside.add(host)
    const [oldest] = this.#inside
    if (this.#inside.size > MOST_INSIDE) this.#inside.delete(oldest)
  }

  /** Connects, including the TLS handshake for https, and sends nothing. @throws EgressError; `cause` says why */
  async reach(url: URL): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<Socket>()
    const port = url.port || (url.protocol === 'https:' ? '443' : '80')
    this.#connect({ hostname: url.hostname, protocol: url.protocol, port }, (error, socket) =>
      error ? reject(error) : resolve(socket),
    )
    try {
      const socket = await promise
      socket.destroy()
    } catch (error) {
      throw isForbidden(error) ? forbidden(error) : unreachable(error)
    }
  }

  /** Resolves a name for a connection; usually `send` has resolved it already. */
  #lookUp: Lookup = (hostname, _options, callback) => {
    this.#names?.resolve(hostname, { lane: `host ${hostname}`, signal: AbortSignal.timeout(LOOKUP_MS) }).then(
      (addresses) => callback(null, [...addresses]),
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }

  /** Ends all connections, also those in use. */
  async close(): Promise<void> {
    this.#names?.close()
    await this.#agent.destroy()
  }
}

/** More hosts than one request outlives. */
const MOST_INSIDE = 10_000
const LOOKUP_MS = 10_000
const NONE: ReadonlySet<string> = new Set()

/** The connector's refusal may come wrapped, where several addresses were tried. */
function isForbidden(error: unknown): boolean {
  if (error instanceof ForbiddenAddressError) return true
  if (error instanceof AggregateError) return error.errors.some(isForbidden)
  return error instanceof Error && error.cause !== undefined && isForbidden(error.cause)
}

const isUnsendable = (error: unknown) => error instanceof errors.InvalidArgumentError

/** Abandons an unread body, without an unhandled error and without waiting for its end. */
export function discard(answer: EgressAnswer): void {
  // A short body is read to its end, which keeps the connection; a long or slow one costs the connection.
  void answer.body.dump({ limit: 16_384, signal: AbortSignal.timeout(5000) }).catch(() => {})
}
