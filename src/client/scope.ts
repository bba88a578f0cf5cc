import { FiducialError } from './fiducialError.ts'
import { type Answer, type Call, type CallOptions, send, type TransportOptions } from './transport.ts'

/** What the resources of a client share: how to send, and the project they speak of. */
export interface ClientScope {
  transport: TransportOptions
  projectId: string | null
}

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Escapes the parts of a path: path`/v1/batch/${id}`. */
export function path(texts: TemplateStringsArray, ...parts: string[]): string {
  return texts.reduce((whole, text, i) => whole + encodeURIComponent(parts[i - 1]) + text)
}

/** Appends all defined parameters. */
export function withQuery(address: string, query: Query): string {
  const words = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value == null ? [] : [[name, String(value)]],
  )
  return words.length ? `${address}?${new URLSearchParams(words)}` : address
}

/** Each row of a list that comes by the page, in `member` of each answer. */
export async function* listed<Row>(
  scope: ClientScope,
  address: string,
  member: string,
  query: Query,
  options: CallOptions,
): AsyncGenerator<Row> {
  for (let pageToken: string | null = null; ; ) {
    const page: Record<string, unknown> = await get(
      scope,
      withQuery(address, { ...query, page_token: pageToken }),
      options,
    )
    yield* page[member] as Row[]
    if (typeof page.next_page_token !== 'string') return
    pageToken = page.next_page_token
  }
}

/** Path below the project of this client. Throws when it was made without one. */
export function inProject(scope: ClientScope, rest = '', version: 'v0' | 'v1' = 'v1'): string {
  if (scope.projectId === null) {
    throw new FiducialError('this call needs a project: give projectId, or use forProject()', {
      status: 0,
      code: 'no_project',
    })
  }
  return `/${version}${path`/projects/${scope.projectId}`}${rest}`
}

/** GET, which may always be sent again. */
export async function get<T>(scope: ClientScope, address: string, options: CallOptions = {}): Promise<T> {
  const { data } = await send(scope.transport, { ...options, method: 'GET', path: address, repeatable: true })
  return data as T
}

interface Sending extends CallOptions {
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  raw?: Call['raw']
  extraMs?: number
  /** PUT and DELETE are; a POST only where the service knows doubles for what they are. */
  repeatable?: boolean
}

/** Makes a call that changes something; POST by default. */
export async function change<T>(scope: ClientScope, address: string, sending: Sending = {}): Promise<T> {
  return (await changeAndCount(scope, address, sending)).data as T
}

export function changeAndCount(scope: ClientScope, address: string, sending: Sending): Promise<Answer> {
  const { method = 'POST', repeatable = method === 'PUT' || method === 'DELETE', ...rest } = sending
  return send(scope.transport, { ...rest, method, path: address, repeatable })
}

/** A document that is answered as it is, such as a JSON Schema. */
export async function document(scope: ClientScope, address: string, options: CallOptions): Promise<object> {
  const { data } = await send(scope.transport, {
    ...options,
    method: 'GET',
    path: address,
    repeatable: true,
    answers: 'document',
  })
  return data as object
}

/** The address that a call leads on to. */
export async function redirected(scope: ClientScope, address: string, options: CallOptions): Promise<string> {
  const { data } = await send(scope.transport, {
    ...options,
    method: 'GET',
    path: address,
    repeatable: true,
    answers: 'redirect',
  })
  return data as string
}
