import { reckonedTime } from '../../model/day.ts'
import { isUuid } from '../../model/uuid.ts'
import { ApiError } from './apiError.ts'

/** The end of a page of a list that is read newest first. */
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
    const timeMs = /^\d{1,15}$/.test(ms ?? '') ? reckonedTime(Number(ms)) : null
    const isOurs = name === list && isUuid(id ?? '') && rest.length === 0
    if (!isOurs || timeMs === null) throw new ApiError('invalid_request_error', 'invalid page_token')
    return { createdAt: new Date(timeMs), id }
  },
})
