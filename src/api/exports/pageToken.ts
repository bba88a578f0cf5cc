import type { ExportRow } from '../../store/project/exports/exports.ts'
import { ApiError } from '../http/apiError.ts'

type Place = Pick<ExportRow, 'createdAt' | 'exportId'>

const PLACE = /^exports:(\d{1,16}):([0-9a-f-]{36})$/

export const makeExportToken = ({ createdAt, exportId }: Place): string =>
  Buffer.from(`exports:${createdAt.getTime()}:${exportId}`).toString('base64url')

export function readExportToken(token: string): Place {
  const match = PLACE.exec(Buffer.from(token, 'base64url').toString('utf8'))
  if (!match) throw new ApiError('invalid_request_error', 'invalid page_token')
  return { createdAt: new Date(Number(match[1])), exportId: match[2] }
}
