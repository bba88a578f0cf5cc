import type { Static } from 'typebox'
import type { AssistBody } from '../../contract/assist.ts'
import { ASSIST_INPUTS } from '../../formats/assistants/assistInputs.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { isForTag, KINDS_OF, type Verb, verbsOf } from '../../model/assistants/assistant.ts'
import { type Assistant, describedVerbs } from '../../store/project/assistants/assistants.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { invalidRequest } from '../http/apiError.ts'

/** Verbs that can be previewed while a person moves. */
const PREVIEWED: ReadonlySet<Verb> = new Set(['segment', 'fit'])
const CHECKS = Object.fromEntries(Object.entries(ASSIST_INPUTS).map(([verb, schema]) => [verb, schemaCheck(schema)]))

/** The input of a verb. @throws ApiError 400 for what the assistant, the verb or the job does not take */
export function checkedInput(
  assistant: Assistant,
  job: Pick<Job, 'tag' | 'annotationType'>,
  { verb, input = {}, preview = false }: Static<typeof AssistBody>,
): Record<string, unknown> {
  if (preview && (assistant.carrier === 'queue' || !PREVIEWED.has(verb)))
    throw invalidRequest([faultAt('preview', 'NOT_ALLOWED', 'no preview: it is one of segment and fit', preview)])
  const verbs = verbsOf(assistant.carrier, assistant.settings, describedVerbs(assistant))
  if (!verbs.includes(verb)) throw invalidRequest([faultAt('verb', 'NOT_ALLOWED', verbs.join(' or ') || 'none', verb)])
  if (!isForTag(assistant.settings, job.tag))
    throw invalidRequest([faultAt('assistant', 'NOT_ALLOWED', 'an assistant for jobs of this tag', assistant.name)])
  if (!KINDS_OF[verb].includes(job.annotationType))
    throw invalidRequest([
      faultAt('verb', 'NOT_ALLOWED', `a job of ${KINDS_OF[verb].join(' or ')}`, job.annotationType),
    ])
  return readInput(verb, input)
}

/** @throws ApiError 400 for an input that does not fit the verb */
export function readInput(verb: Verb, input: object): Record<string, unknown> {
  const failures = CHECKS[verb]
    .failures(input)
    .map((fault) => ({ ...fault, field: `input.${fault.field}`.replace(/\.$/, '') }))
  if (failures.length > 0) throw invalidRequest(failures)
  return { ...input }
}
