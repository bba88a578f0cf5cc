import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../../formats/errors/codes.ts'
import type { AuditActor } from '../../model/audit.ts'
import type { Permission, Scope } from '../../model/permissions.ts'
import type { KeyHolder } from '../../store/cluster/keys/keys.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import type { PathParameter } from './pathParameters.ts'
import type { Sent } from './sent.ts'
import type { Asked } from './sessionCheck.ts'

/** Which key opens a route: one of the project with the scope, or the operator's alone. */
export type KeyAccess = Scope | 'admin'

/**
 * Who may call: everyone, who has the key, or who is signed in and has the permission. A route with both answers
 * sessions under the same path below `/api` (see sessionTwins).
 */
export type Access = 'public' | KeyAccess | { session: Asked } | { key: KeyAccess; session: Permission }

/** Names of the parameters of a path such as `/v1/projects/:pid/jobs/:jid`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}*`
      ? '*'
      : never

/** Refuses a path at compile time of which a parameter is not described in pathParameters.ts; `*` is `path`. */
type Described<Path extends string> = [Exclude<NamesIn<Path>, '*'>] extends [PathParameter]
  ? unknown
  : { paths: { notInPathParameters: Exclude<NamesIn<Path>, '*' | PathParameter> } }

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

/** What handlers need to write an answer themselves. */
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

/** What a handler is given: as much as the path, the schemas and the access of its route promise. */
export type Call<A extends Access, Path extends string, Query, Body> = CallParts<NamesIn<Path>, Query, Body> &
  Caller<A> &
  ('pid' extends NamesIn<Path> ? { projectId: string } : object)

/** Answers may be made of lists and objects that are read-only here. */
export type Answered<T> = unknown extends T
  ? unknown
  : T extends readonly (infer Item)[]
    ? readonly Answered<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Answered<T[Key]> }
      : T

interface RouteFacts {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Every form of the path; parameters as `:pid`, `:jid`, `:bid` … */
  paths: readonly string[]
  access: Access
  summary: string
  /** Checked before the handler runs; failures are answered as 400 GE_0002. */
  body?: TSchema
  /** The body may be left out: an absent one is taken as `{}`. */
  bodyOptional?: boolean
  /** The handler reads `bytes` itself: nothing is parsed. The schema documents it. */
  rawBody?: {
    schema: TSchema
    contentTypes?: readonly string[]
    /** The handler reads bodies of these content types from the request as they come: too large to hold, or no text. */
    streamed?: readonly string[]
  }
  /** Members are text, or numbers and booleans written as text. */
  query?: TObject
  /** Schema of `data` of a 200. */
  answer?: TSchema
  /** What else a handler answers that is no refusal, such as 302, with the reason. */
  alsoAnswers?: Readonly<Record<number, string>>
  /** Refusals beyond those that path, access, query and body of the route bring along (see refusalsOf). */
  refusals?: readonly ErrorCode[]
  /** For answers that are no `{success, data}`: the content type of the 200. */
  answerType?: string
  /** Unpacked; bodyLimit.ts says what holds where it is left out. */
  maxBodyBytes?: number
  /** Values that a JSON body may hold; left out: bytes alone bound it. */
  maxValues?: number
  tag: 'jobs' | 'batches' | 'results' | 'exports' | 'callbacks' | 'administration' | 'service' | 'pages'
}

interface Definition<
  A extends Access,
  Path extends string,
  Query extends TObject,
  Body extends TSchema,
  Answer extends TSchema,
> extends RouteFacts {
  access: A
  paths: readonly Path[]
  query?: Query
  body?: Body
  answer?: Answer
  /** The answer's `data`, or what tells that the handler has written the reply itself. */
  handle(
    call: Call<A, Path, Static<Query>, Static<Body>>,
  ): Promise<Answered<Static<Answer>> | Sent<Answered<Static<Answer>>>>
}

/** A call whose types are known to the route alone. */
export interface AnyCall extends CallParts<string, unknown, unknown> {
  projectId: string
  key: KeyHolder | null
  session: Session | null
}

/** A route among others: its types were checked where it was defined. */
export interface Route extends RouteFacts {
  handle(call: AnyCall): Promise<unknown>
}

/** Types a handler by path, access and schemas of its route, then forgets the types, so that routes fit one list. */
export function route<
  const A extends Access,
  const Path extends string,
  Query extends TObject,
  Body extends TSchema,
  Answer extends TSchema,
>(definition: Definition<A, Path, Query, Body, Answer> & Described<Path>): Route {
  return definition as unknown as Route
}
