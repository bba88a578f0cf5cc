import type { OpenSuggestion } from '../../../src/web/document/openSuggestions.ts'

/** A suggestion that proposes nothing. */
export const suggestionOf = (id: string): OpenSuggestion => ({
  id,
  assistant: 'model',
  verb: 'predict',
  score: null,
  classId: 'car',
  label: 'car',
  tracks: [],
  labels: null,
  frame: 0,
  editsOf: () => [],
})
