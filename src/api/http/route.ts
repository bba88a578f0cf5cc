import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Access, Answered, Endpoint, KeyAccess, Method, NamesIn, RawBody } from '../../contract/endpoint.ts'
import type { AuditActor } from '../../model/audit.ts'
import type { KeyHolder } from '../../store/cluster/keys/keys.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import type { Sent } from './sent.ts'

interface KeyCaller {
  key: KeyHolder
  session: null
}
interface SessionCaller {
  key: null
  session: Session
}

type Caller<A extends Access> = A extends 'public'
  ? object
  : A extends KeyAccess
    ? KeyCaller
    : A extends { key: KeyAccess }
      ? KeyCaller | SessionCaller
      : SessionCaller

/** The parts that handlers need to write an answer themselves. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

interface CallParts<Names extends string, Query, Body> extends Exchange {
  /** Text as it came, decoded once; ids are UUIDs where the parameter is one. */
  params: Readonly<Record<Names, string>>
  query: Query
  body: Body
  /** The body's bytes as received, after gzip. */
  bytes: Buffer
  /** Who calls, for the audit log; `service` where the route is public. */
  by: AuditActor
}

/** What a handler is given: as much as the path, the schemas and the access of its endpoint promise. */
export type Call<A extends Access, Path extends string, Query, Body> = CallParts<NamesIn<Path>, Query, Body> &
  Caller<A> &
  ('pid' extends NamesIn<Path> ? { projectId: string } : object)

/** Limits of an endpoint that are settings of the service. */
interface Limits {
  /** Unpacked; bodyLimit.ts says what holds where it is left out. */
  maxBodyBytes?: number
  /** Values that a JSON body may hold; left out: bytes alone bound it. */
  maxValues?: number
  /** The same body with the bounds that are set. */
  rawBody?: RawBody
}

interface Handling<A extends Access, Path extends string, Query, Body, Answer> extends Limits {
  /** The answer's `data`, or a marker that the handler has written the reply itself. */
  handle(call: Call<A, Path, Query, Body>): Promise<Answered<Answer> | Sent<Answered<Answer>>>
}

/** A call whose types are known to the route alone. */
export interface AnyCall extends CallParts<string, unknown, unknown> {
  projectId: string
  key: KeyHolder | null
  session: Session | null
}

/** An endpoint with its handler, among others: types were checked where it was made. */
export interface Route extends Endpoint, Limits {
  /** The endpoint in the contract. */
  endpoint: Endpoint
  rawBody?: RawBody
  handle(call: AnyCall): Promise<unknown>
}

/** Types a handler by its endpoint, then forgets the types, so that routes fit one list. */
export function route<
  M extends Method,
  A extends Access,
  Paths extends readonly string[],
  Query extends TObject,
  Body extends TSchema,
  Raw extends TSchema,
  Answer extends TSchema,
>(
  endpoint: Endpoint<M, A, Paths, Query, Body, Raw, Answer>,
  handling: Handling<A, Paths[number], Static<Query>, Static<Body>, Static<Answer>>,
): Route {
  return { ...endpoint, ...handling, endpoint } as unknown as Route
}
