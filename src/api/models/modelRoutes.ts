import { Readable } from 'node:stream'
import { modelEndpoints } from '../../contract/models.ts'
import { VERBS_OF_KIND } from '../../formats/models/manifest.ts'
import type { InstalledModel, ModelFolder } from '../../pageModels/modelFolder.ts'
import { ApiError } from '../http/apiError.ts'
import { type Exchange, type Route, route } from '../http/route.ts'
import { PAGE_FILE } from '../http/sendFile.ts'
import { type Sent, sent } from '../http/sent.ts'

/** Models that pages run themselves, for people who annotate. */
export function modelRoutes(models: ModelFolder): Route[] {
  return [
    route(modelEndpoints.listPageModels, {
      handle: async () => ({ models: (await models.list()).map(shownModel) }),
    }),
    route(modelEndpoints.openPageModel, {
      handle: async ({ params, request, reply }) => {
        const model = await models.find(params.model)
        if (!model?.manifest) throw noSuchFile()
        return sendPart(models, model, params.part, { request, reply })
      },
    }),
  ]
}

const noSuchFile = () => new ApiError('resource_error', 'there is no such file of a model')

const shownModel = ({ name, manifest, build, problem }: InstalledModel) => ({
  name,
  kind: manifest?.kind ?? null,
  verbs: manifest ? VERBS_OF_KIND[manifest.kind] : [],
  version: manifest?.version ?? null,
  build,
  manifest,
  problem,
})

async function sendPart(
  models: ModelFolder,
  model: InstalledModel,
  part: string,
  { request, reply }: Exchange,
): Promise<Sent> {
  const found = await models.open(model, part)
  if (!found) throw noSuchFile()
  const { handle, bytes } = found
  const etag = `"${model.build}"`
  reply.headers({ ...PAGE_FILE, etag, 'content-security-policy': "sandbox; default-src 'none'" })
  const isKnown = request.headers['if-none-match'] === etag
  if (isKnown || request.method === 'HEAD') await handle.close()
  if (isKnown) reply.code(304).send()
  else {
    reply.type('application/octet-stream').header('content-length', bytes)
    reply.send(request.method === 'HEAD' ? Readable.from([]) : handle.createReadStream())
  }
  return sent()
}
