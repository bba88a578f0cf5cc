import { reckonedTime } from '../../model/day.ts'
import { isUuid } from '../../model/uuid.ts'
import type { ProjectPlace } from '../../store/cluster/projects/projectList.ts'
import { ApiError } from '../http/apiError.ts'

const PLACE = /^projects:(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z):([0-9a-f-]{36})$/

/** The page token of a list of projects. */
export const makePlace = ({ createdAt, projectId }: ProjectPlace): string =>
  Buffer.from(`projects:${createdAt}:${projectId}`).toString('base64url')

/** @throws ApiError for a token that is not from such a list */
export function readPlace(token: string): ProjectPlace {
  const [, createdAt = '', projectId = ''] = PLACE.exec(Buffer.from(token, 'base64url').toString('utf8')) ?? []
  const isPlace = reckonedTime(Date.parse(createdAt)) !== null && isUuid(projectId)
  if (!isPlace || makePlace({ createdAt, projectId }) !== token)
    throw new ApiError('invalid_request_error', 'invalid page_token')
  return { createdAt, projectId }
}
