import type { IncomingMessage } from 'node:http'
import { tagEndpoints } from '../../contract/tags.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { MAX_INSTRUCTION_IMAGE_BYTES, MAX_INSTRUCTION_IMAGE_PIXELS } from '../../model/limits.ts'
import { type PictureFacts, readPicture } from '../../pictures/picture.ts'
import { giveUpClaim, putClaimed } from '../../store/cluster/files/claims.ts'
import { findTagImage, noteTagImage } from '../../store/project/tags/instructions.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { PAGE_FILE, sendFile } from '../http/sendFile.ts'
import { streamBody } from '../http/streamBody.ts'

const SHA256 = /^[0-9a-f]{64}$/

/** Pictures in the instructions of tags. */
export function tagImageRoutes(context: ApiContext): Route[] {
  const { pool, files, projects } = context
  return [
    route(tagEndpoints.addTagImage, {
      handle: async ({ projectId, params, request }) => {
        if (!(await projects.tag(projectId, params.tag)))
          throw new ApiError('resource_error', 'the project has no such tag')
        const { bytes, contentType } = await receivePicture(request.raw)
        const stored = await putClaimed(pool, files, bytes)
        await noteTagImage(pool, projectId, params.tag, { ...stored, contentType })
        await giveUpClaim(pool, stored)
        return { url: `${context.baseUrl()}/api/projects/${projectId}/images/${stored.sha256}` }
      },
    }),
    route(tagEndpoints.openTagImage, {
      handle: async ({ projectId, params: { file }, request, reply }) => {
        const image = SHA256.test(file) ? await findTagImage(pool, projectId, file) : null
        if (!image) throw new ApiError('resource_error', 'the project has no such picture')
        return sendFile(files, image, { request, reply }, PAGE_FILE)
      },
    }),
  ]
}

/**
 * Reads a picture from the request; its name is ignored.
 * @throws ApiError if it is not a kind that browsers should get
 */
async function receivePicture(request: IncomingMessage): Promise<{ bytes: Buffer; contentType: string }> {
  const pieces: Buffer[] = []
  for await (const piece of streamBody(request, MAX_INSTRUCTION_IMAGE_BYTES)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  const picture = readPicture(bytes)
  if ('found' in picture) throw refused('INVALID_VALUE', 'a PNG, JPEG, WebP or GIF image', picture.found)
  const { width, height } = picture
  if (!picture.isWhole || width * height === 0)
    throw refused('INVALID_VALUE', 'a whole image', `${picture.contentType}, damaged or cut short`)
  if (width * height > MAX_INSTRUCTION_IMAGE_PIXELS)
    throw refused('OUT_OF_RANGE', `at most ${MAX_INSTRUCTION_IMAGE_PIXELS} pixels`, sizeWords(picture))
  return { bytes, contentType: picture.contentType }
}

const sizeWords = ({ width, height }: PictureFacts) => `${width} × ${height} pixels`

function refused(type: 'INVALID_VALUE' | 'OUT_OF_RANGE', expected: string, found: string): ApiError {
  const failures = [faultAt('image', type, expected, found)]
  return new ApiError('GE_0002', `the picture is not valid: expected ${expected}`, { failures })
}
