import { COMMON_LOSSES } from './core/losses.ts'
import { FORMATS } from './formats.ts'

/** What GET /v1/formats says: documentation, console and clients are made from it. */
export const formatList = () =>
  FORMATS.map(
    ({ format, title, description, annotationTypes, read, write, options, losses, files, tree, specUrl }) => ({
      format,
      title,
      description,
      operations: [...annotationTypes],
      reads: read !== undefined,
      writes: write !== undefined,
      options,
      losses: [...losses, ...COMMON_LOSSES],
      files,
      tree: [...tree, 'manifest.json', 'losses.json'],
      spec_url: specUrl,
    }),
  )
