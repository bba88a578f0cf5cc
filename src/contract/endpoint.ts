import type { TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../formats/errors/codes.ts'
import type { Permission, Scope } from '../model/permissions.ts'
import type { PathParameter } from './pathParameters.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** Which key opens an endpoint: one of the project with the scope, or one of two scopes, or the operator's alone. */
export type KeyAccess = Scope | 'submit or read' | 'admin'

/** The permission that an endpoint requires of a signed-in person; `signed-in`: none. */
export type Asked = Permission | 'signed-in'

/**
 * Who may call: everyone, holders of the key, or signed-in people with the permission. An endpoint with the last two
 * also answers sessions under the same path below `/api` (see sessionTwins).
 */
export type Access = 'public' | KeyAccess | { session: Asked } | { key: KeyAccess; session: Permission }

/** Names of the parameters of a path such as `/v1/projects/:pid/jobs/:jid`. */
export type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
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

/** A body that the handler reads itself: nothing is parsed before. The schema documents and types it. */
export interface RawBody<Schema extends TSchema = TSchema> {
  schema: Schema
  // Accepted content types; */* is any.
  contentTypes?: readonly string[]
  /**
   * The handler streams bodies of these content types from the request, since they are too large to hold, or not text.
   */
  streamed?: readonly string[]
}

/** What the service promises of one call, by whatever client. */
export interface Endpoint<
  M extends Method = Method,
  A extends Access = Access,
  Paths extends readonly string[] = readonly string[],
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Raw extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> {
  method: M
  /** Every form of the path, the newest last; parameters as `:pid`, `:jid`, `:bid` … */
  paths: Paths
  access: A
  summary: string
  /** Checked before the handler runs; failures are answered as 400 GE_0002. */
  body?: Body
  /** The body may be left out: an absent one is taken as `{}`. */
  bodyOptional?: boolean
  rawBody?: RawBody<Raw>
  /** Members are text, or numbers and booleans written as text. */
  query?: Query
  /** Schema of `data` of a 200. */
  answer?: Answer
  /** Further answers that are not refusals, such as 302, with the reason. */
  alsoAnswers?: Readonly<Record<number, string>>
  /** Refusals in addition to those of path, access, query and body (see refusalsOf). */
  refusals?: readonly ErrorCode[]
  /** For answers that are no `{success, data}`: the content type of the 200. */
  answerType?: string
  tag: 'jobs' | 'files' | 'batches' | 'results' | 'exports' | 'callbacks' | 'administration' | 'service' | 'pages'
}

/** Keeps the literal types of method, path and access, and of the schemas. */
export const endpoint = <
  const M extends Method,
  const A extends Access,
  const Paths extends readonly string[],
  Query extends TObject,
  Body extends TSchema,
  Raw extends TSchema,
  Answer extends TSchema,
>(
  facts: Endpoint<M, A, Paths, Query, Body, Raw, Answer> & Described<Paths[number]>,
): Endpoint<M, A, Paths, Query, Body, Raw, Answer> => facts

/** Answers may be made of lists and objects that are read-only here. */
export type Answered<T> = unknown extends T
  ? unknown
  : T extends readonly (infer Item)[]
    ? readonly Answered<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Answered<T[Key]> }
      : T
