import { type Static, Type } from 'typebox'
import { orNull, stringEnum } from '../formats/json/schemas.ts'
import { MODEL_KINDS, type ModelManifest } from '../formats/models/manifest.ts'
import { endpoint } from './endpoint.ts'
import { textParameter } from './words.ts'

const ShownModel = Type.Object({
  name: Type.String(),
  kind: orNull(stringEnum(...MODEL_KINDS)),
  verbs: Type.Array(stringEnum('predict', 'segment')),
  version: orNull(Type.String()),
  build: orNull(Type.String({ description: 'changes with its files; part of their addresses' })),
  manifest: orNull(Type.Unsafe<ModelManifest>({ type: 'object', description: 'how the page runs it' })),
  problem: orNull(Type.String({ description: 'why it cannot be used' })),
})

export type ShownModel = Static<typeof ShownModel>

export const modelEndpoints = {
  listPageModels: endpoint({
    method: 'GET',
    paths: ['/api/models'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Models that the page can run itself',
    answer: Type.Object({ models: Type.Array(ShownModel) }),
  }),
  openPageModel: endpoint({
    method: 'GET',
    paths: ['/api/models/:model/:part'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'A file of a model: its manifest, or a network',
    query: Type.Object({ build: textParameter('build of the model: another one is another address') }),
    alsoAnswers: { 304: 'what If-None-Match names is still the file' },
    answerType: 'application/octet-stream',
  }),
}
