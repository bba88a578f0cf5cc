import type { AssistantState, AssistErrorCode, Prompt, Verb } from '../../model/assistants/assistant.ts'

/** An assistant that helps with a job. */
export interface OfferedHelp {
  name: string
  verbs: Verb[]
  /** The prompts of `segment`; null: unknown. */
  prompts: Prompt[] | null
  /** Whether it may be asked while a person moves. */
  previews: boolean
  version: string | null
  state: AssistantState
  /** Why it is not ok. */
  problem: string | null
}

/** What an assistant proposes, as handed in. */
export interface SuggestionRow {
  suggestion_id: string
  assistant: string
  verb: Verb
  record: Record<string, unknown>
  track?: Record<string, unknown>
  linked?: Record<string, unknown>[]
  /** 0 to 1; null: the assistant gave none. */
  score: number | null
  /** preview: not stored, and not complete yet. */
  state: 'open' | 'accepted' | 'dropped' | 'replaced' | 'preview'
  created_at: string
}

export interface SuggestionPage {
  suggestions: SuggestionRow[]
  next_page_token: string | null
}

export interface AssistAsk {
  assistant: string
  verb: Verb
  input: object
  /** The answer is a preview: it is not stored. */
  preview?: boolean
}

/** Immediate suggestions, or a run in the background. */
export type AssistAnswer = { suggestions: SuggestionRow[] } | { run_id: string }

export interface RunFinding {
  text: string
  severity: 'info' | 'warning' | 'error'
  track_id?: string
  frame_id?: string
  sensor_id?: string
}

/** The progress of a background run. */
export interface RunRow {
  run_id: string
  assistant: string
  verb: Verb
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
  /** 0 to 1; null: not known. */
  progress: number | null
  suggestions: SuggestionRow[]
  stopped_at: { track_id: string; frame_id?: string; reason?: string }[]
  findings: RunFinding[]
  dropped: { label: string; count: number }[]
  error: { code: AssistErrorCode; message: string } | null
}
