import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Permission } from '../../model/permissions.ts'
import type { KeyHolder, Scope } from '../../store/cluster/keys/keys.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import type { Asked } from '../people/sessionCheck.ts'

/** Which key opens a route: one of the project with the scope, or the operator's alone. */
export type KeyAccess = Scope | 'admin'

/** Who may call: anybody, who has the key, or who is signed in and has the permission. */
export type Access = 'public' | KeyAccess | { session: Asked }

/** What a handler is given. Path parameters and query are text as they came, decoded once. */
export interface Call<Body = unknown> {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: Body
  /** The body's bytes as received, after gzip. */
  bytes: Buffer
  /** Of the path; '' where the path names none. */
  projectId: string
  /** Null on routes that need no key. */
  key: KeyHolder | null
  /** Who is signed in; null on routes that need no session. */
  session: Session | null
  request: FastifyRequest
  reply: FastifyReply
}

export interface Route<Body extends TSchema = TSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Every form of the path; parameters as `:pid`, `:jid`, `:bid` … */
  paths: readonly string[]
  access: Access
  /** People with this permission reach the same route under `/api`; without it keys alone open it. */
  permission?: Permission
  summary: string
  /** Checked before the handler runs; failures are answered as 400 with the code below. */
  body?: Body
  /** The body may be left out: an absent one is taken as `{}`. */
  bodyOptional?: boolean
  /** The handler reads `bytes` itself: nothing is parsed. `documented` still describes it. */
  rawBody?: { schema: TSchema; contentTypes?: readonly string[] }
  query?: Readonly<Record<string, { description: string; required?: boolean }>>
  /** Schema of `data` of a 200. */
  answer?: TSchema
  /** For answers that are no `{success, data}`: the content type of the 200. */
  answerType?: string
  maxBodyBytes?: number
  tag: 'jobs' | 'batches' | 'results' | 'callbacks' | 'administration' | 'service' | 'pages'
  /** The answer's `data`; undefined when the handler has written the reply itself. */
  handle(call: Call<Static<Body>>): Promise<unknown>
}

/** Types a route by its body's schema, then forgets the type, so that routes can lie in one list. */
export function route<Body extends TSchema>(definition: Route<Body>): Route {
  return definition as unknown as Route
}
