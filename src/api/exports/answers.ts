import type { Static } from 'typebox'
import type { ExportAnswer } from '../../contract/exports.ts'

export type ExportAnswerType = Static<typeof ExportAnswer>
