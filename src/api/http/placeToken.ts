import { ApiError } from './apiError.ts'

/** Where a page of a list ends that is read newest first. */
export interface ListPlace {
  createdAt: Date
  id: string
}

/** Makes and reads page tokens of one list: those of another are refused. */
export const placeTokens = (list: string) => ({
  make: ({ createdAt, id }: ListPlace): string =>
    Buffer.from(`${list}:${createdAt.getTime()}:${id}`).toString('base64url'),
  read(token: string): ListPlace {
    const [name, ms, id, ...rest] = Buffer.from(token, 'base64url').toString('utf8').split(':')
    const isOurs = name === list && /^\d{1,15}$/.test(ms ?? '') && /^[0-9a-f-]{36}$/.test(id ?? '') && rest.length === 0
    if (!isOurs) throw new ApiError('invalid_request_error', 'invalid page_token')
    return { createdAt: new Date(Number(ms)), id }
  },
})
