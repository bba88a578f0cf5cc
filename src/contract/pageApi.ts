import type { Static, TObject, TSchema } from 'typebox'
import type { Permission } from '../model/permissions.ts'
import type { Endpoint, KeyAccess, NamesIn } from './endpoint.ts'
import type { Endpoints, Operation } from './endpoints.ts'

type LastOf<Paths extends readonly string[]> = Paths extends readonly [...string[], infer P extends string] ? P : never

/** Where pages reach an endpoint: under its own path, or below `/api` where it takes keys and sessions. */
type PagePath<E extends Endpoint> = E['access'] extends { key: KeyAccess; session: Permission }
  ? `/api${LastOf<E['paths']>}`
  : LastOf<E['paths']>

type ByRoute = {
  [Name in Operation as `${Endpoints[Name]['method']} ${PagePath<Endpoints[Name]>}`]: Endpoints[Name]
}

/** Names an endpoint as pages call it: `GET /api/v1/projects/:pid/tags`. */
export type PageRoute = keyof ByRoute

type Given<S, Otherwise> =
  NonNullable<S> extends infer T
    ? T extends TSchema
      ? TObject extends T
        ? Otherwise
        : TSchema extends T
          ? Otherwise
          : Static<T>
      : Otherwise
    : Otherwise

/** `data` of its answer; `unknown` where it answers bytes. */
export type AnswerOf<R extends PageRoute> = Given<ByRoute[R]['answer'], unknown>

export type BodyOf<R extends PageRoute> = Given<
  ByRoute[R]['body'],
  Given<NonNullable<ByRoute[R]['rawBody']>['schema'], undefined>
>

type Asked<Q> = { readonly [Key in keyof Q]?: Q[Key] | null }

/** Its query; a member that is null, undefined or empty is left out. Metadata filters stand in no schema. */
export type QueryOf<R extends PageRoute> = ByRoute[R]['query'] extends infer Q
  ? Asked<Given<Q, object>> & { readonly [key: `metadata.${string}`]: string | undefined }
  : never

/** The parameters of its path, by the names behind the colons. */
export type ParamsOf<R extends PageRoute> = Readonly<Record<NamesIn<R>, string>>
