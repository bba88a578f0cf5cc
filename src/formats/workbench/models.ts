import type { ModelKind, ModelManifest } from '../models/manifest.ts'

/** A model that the page runs itself. */
export interface PageModel {
  name: string
  /** null, like the manifest: it cannot be used. */
  kind: ModelKind | null
  verbs: ('predict' | 'segment')[]
  version: string | null
  /** Changes with its files; part of their addresses, since browsers keep them forever. */
  build: string | null
  manifest: ModelManifest | null
  /** Why it cannot be used. */
  problem: string | null
}

/** The answer of a model in the page, to be checked and stored as a suggestion. */
export interface ModelAnswered {
  model: string
  verb: 'predict' | 'segment'
  input: object
  answer: object
  milliseconds: number
}
