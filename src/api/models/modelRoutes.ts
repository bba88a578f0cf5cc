import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { orNull, stringEnum } from '../../formats/json/schemas.ts'
import { MODEL_KINDS, VERBS_OF_KIND } from '../../formats/models/manifest.ts'
import type { InstalledModel, ModelFolder } from '../../pageModels/modelFolder.ts'
import { ApiError } from '../http/apiError.ts'
import { textParameter } from '../http/query.ts'
import { type Exchange, type Route, route } from '../http/route.ts'
import { PAGE_FILE } from '../http/sendFile.ts'
import { type Sent, sent } from '../http/sent.ts'

const ShownModel = Type.Object({
  name: Type.String(),
  kind: orNull(stringEnum(...MODEL_KINDS)),
  verbs: Type.Array(stringEnum('predict', 'segment')),
  version: orNull(Type.String()),
  build: orNull(Type.String({ description: 'changes with its files; part of their addresses' })),
  manifest: orNull(Type.Object({}, { description: 'how the page runs it' })),
  problem: orNull(Type.String({ description: 'why it cannot be used' })),
})

/** Models that pages run themselves, for people who annotate. */
export function modelRoutes(models: ModelFolder): Route[] {
  return [
    route({
      method: 'GET',
      paths: ['/api/models'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Models that the page can run itself',
      answer: Type.Object({ models: Type.Array(ShownModel) }),
      handle: async () => ({ models: (await models.list()).map(shownModel) }),
    }),
    route({
      method: 'GET',
      paths: ['/api/models/:model/:part'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'A file of a model: its manifest, or a network',
      query: Type.Object({ build: textParameter('build of the model: another one is another address') }),
      alsoAnswers: { 304: 'what If-None-Match names is still the file' },
      answerType: 'application/octet-stream',
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
