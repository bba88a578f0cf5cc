import type { Static } from 'typebox'
import type { ImportAnswer } from '../../contract/imports.ts'

export type ImportAnswerType = Static<typeof ImportAnswer>
