import { type Static, Type } from 'typebox'
import { Count, Id, orNull, stringEnum } from '../formats/json/schemas.ts'
import { ASSIST_ERRORS } from '../model/assistants/assistant.ts'
import { OfferedAssistant, ShownRun, ShownSuggestion, VerbName } from './assistants.ts'
import { endpoint } from './endpoint.ts'
import { textParameter } from './words.ts'

export const AssistBody = Type.Object(
  {
    assistant: Type.String({ minLength: 1, maxLength: 64 }),
    verb: VerbName,
    input: Type.Optional(
      Type.Unsafe<object>({ type: 'object', description: 'by verb; see /v1/assistant-schema.json' }),
    ),
    preview: Type.Optional(
      Type.Boolean({ description: 'true: what segment or fit suggests is answered and not kept; not for queue' }),
    ),
  },
  { title: 'AssistAsk' },
)

export type AssistBody = Static<typeof AssistBody>

const AssistAnswer = Type.Union([
  Type.Object({ suggestions: Type.Array(ShownSuggestion) }),
  Type.Object({ run_id: Id }),
])

const ASSIST_REFUSALS = ['JOB_STATE', ...ASSIST_ERRORS] as const

export const ModelAnswerBody = Type.Object({
  model: Type.String(),
  verb: stringEnum('predict', 'segment'),
  input: Type.Unsafe<object>({ type: 'object', description: 'by verb; see /v1/assistant-schema.json' }),
  answer: Type.Unsafe<object>({ type: 'object', description: 'by verb; see /v1/assistant-schema.json' }),
  milliseconds: Type.Number({ minimum: 0, maximum: 3_600_000, description: 'how long the model took' }),
})

export type ModelAnswerBody = Static<typeof ModelAnswerBody>

const SuggestionIds = Type.Array(Id, { minItems: 1, maxItems: 50_000 })

export const assistEndpoints = {
  assistPerson: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/assist'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Ask an assistant: suggestions at once for segment, fit and label_points, else a run',
    body: AssistBody,
    refusals: ASSIST_REFUSALS,
    answer: AssistAnswer,
  }),
  assistJob: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/jobs/:jid/assist'],
    access: 'annotate',
    tag: 'results',
    summary: 'Ask an assistant about a job',
    body: AssistBody,
    refusals: ASSIST_REFUSALS,
    answer: AssistAnswer,
  }),
  showAssistRun: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/assist/:rid'],
    access: { session: 'viewJobs' },
    tag: 'pages',
    summary: 'How a run goes, and what it suggested',
    answer: ShownRun,
  }),
  getAssistRun: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/jobs/:jid/assist/:rid'],
    access: 'annotate',
    tag: 'results',
    summary: 'How a run goes, and what it suggested',
    answer: ShownRun,
  }),
  stopAssistRun: endpoint({
    method: 'DELETE',
    paths: ['/api/jobs/:jid/assist/:rid'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Cancel a run: the connection to the assistant is closed',
    answer: Type.Object({}),
  }),
  cancelAssistRun: endpoint({
    method: 'DELETE',
    paths: ['/v1/projects/:pid/jobs/:jid/assist/:rid'],
    access: 'annotate',
    tag: 'results',
    summary: 'Cancel a run: the connection to the assistant is closed',
    answer: Type.Object({}),
  }),
  keepPageSuggestions: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/suggestions'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Keep what a model in the page found as suggestions',
    body: ModelAnswerBody,
    refusals: ['JOB_STATE', 'INVALID_ANSWER', 'TOO_MANY'],
    answer: Type.Object({ suggestions: Type.Array(ShownSuggestion) }),
  }),
  listOfferedAssistants: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/assistants'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Assistants that help with a job, and what each can be asked',
    answer: Type.Object({ assistants: Type.Array(OfferedAssistant) }),
  }),
  listSuggestions: endpoint({
    method: 'GET',
    paths: ['/api/jobs/:jid/suggestions'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Suggestions for a job, in the order in which they came',
    query: Type.Object({ page_token: textParameter('next_page_token of the page before') }),
    answer: Type.Object({ suggestions: Type.Array(ShownSuggestion), next_page_token: orNull(Type.String()) }),
  }),
  acceptSuggestions: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/suggestions/accept'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Take suggestions into the document, as one step that can be undone',
    body: Type.Object({ suggestion_ids: SuggestionIds, version: Count }),
    refusals: ['JOB_STATE', 'CONFLICT', 'DOCUMENT_DIFFERS'],
    answer: Type.Object({ version: Count, document_hash: Type.String() }),
  }),
  dropSuggestions: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/suggestions/drop'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Drop suggestions',
    body: Type.Object({
      suggestion_ids: SuggestionIds,
      replaced: Type.Optional(
        Type.Boolean({ description: 'Another answer took their place: they do not count as dropped' }),
      ),
    }),
    refusals: ['JOB_STATE'],
    answer: Type.Object({}),
  }),
  reopenSuggestions: endpoint({
    method: 'POST',
    paths: ['/api/jobs/:jid/suggestions/reopen'],
    access: { session: 'annotate' },
    tag: 'pages',
    summary: 'Take back decisions about suggestions: they are open again',
    body: Type.Object({ suggestion_ids: SuggestionIds }),
    refusals: ['JOB_STATE'],
    answer: Type.Object({}),
  }),
}
