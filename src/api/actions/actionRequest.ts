import { type Static, type TSchema, Type } from 'typebox'
import { ExportBody } from '../../contract/exports.ts'
import type { JobActionBody } from '../../contract/jobActions.ts'
import { settingsBody, textParameter } from '../../contract/words.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { Id, stringEnum } from '../../formats/json/schemas.ts'
import { AUTO_VERBS, type AutoVerb, verbsOf } from '../../model/assistants/assistant.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import type { ActionSelection } from '../../store/project/actions/actions.ts'
import { describedVerbs, findAssistant } from '../../store/project/assistants/assistants.ts'
import { listGroups } from '../../store/project/groups/groups.ts'
import type { ActionValue } from '../../workflow/actions/jobActions.ts'
import type { ApiContext } from '../context.ts'
import { refuseStrangers } from '../customer/groupRoutes.ts'
import { readJobFilter } from '../customer/jobFilter.ts'
import { readDestination, readFormat, readSplits } from '../exports/exportRequest.ts'
import { ApiError } from '../http/apiError.ts'
import { readTime } from '../http/time.ts'

type ActionBodyType = Static<typeof JobActionBody>

const invalid = (type: 'MISSING' | 'NOT_ALLOWED' | 'UNKNOWN', field: string, expected: string, value?: unknown) =>
  new ApiError('GE_0002', `${field}: expected ${expected}`, { failures: [faultAt(field, type, expected, value)] })

/** The selected jobs: by a filter or a list, exactly one of them. */
export function readSelection({ filter, job_ids: jobIds }: ActionBodyType): ActionSelection {
  if (filter && jobIds) throw invalid('NOT_ALLOWED', 'job_ids', 'a filter or job_ids, not both', jobIds)
  if (jobIds) return { jobIds: [...new Set(jobIds.map((id) => id.toLowerCase()))] }
  if (filter) return { filter: readJobFilter(filter, filter) }
  throw invalid('MISSING', 'filter', 'a filter ({} for every job) or job_ids')
}

const priorityCheck = schemaCheck(Type.Object({ value: Type.Integer({ minimum: 1, maximum: 10 }) }))
const assignCheck = schemaCheck(
  Type.Object({
    value: settingsBody({
      user_id: Type.Optional(Id),
      group: Type.Optional(Type.String()),
      share: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
      deadline: textParameter('ISO 8601'),
    }),
  }),
)
const assistCheck = schemaCheck(
  Type.Object({
    value: settingsBody({ assistant: Type.String(), verb: Type.Optional(stringEnum(...AUTO_VERBS)) }),
  }),
)
const reopenCheck = schemaCheck(
  Type.Object({ value: Type.Optional(settingsBody({ reason: Type.Optional(Type.String({ maxLength: 2000 })) })) }),
)
const exportCheck = schemaCheck(Type.Object({ value: ExportBody }))

function checked<S extends TSchema>(check: ReturnType<typeof schemaCheck<S>>, body: unknown): Static<S> {
  if (check.accepts(body)) return body
  throw new ApiError('GE_0002', 'value does not fit the action', { failures: check.failures(body) })
}

/** The value of the action. @throws ApiError */
export async function readValue(context: ApiContext, projectId: string, body: ActionBodyType): Promise<ActionValue> {
  const { pool } = context
  if (body.action === 'priority') return { priorityWeight: checked(priorityCheck, body).value }
  if (body.action === 'export') {
    const { value } = checked(exportCheck, body)
    if (value.filter)
      throw invalid('NOT_ALLOWED', 'value.filter', 'no filter: the jobs are those of the action', value.filter)
    const { files = 'none', options = {} } = value
    const splits = readSplits(value)
    const destination = await readDestination(context, projectId, value.destination)
    return {
      export: { format: readFormat(value).format, request: { filter: {}, splits, files, destination, options } },
    }
  }
  if (body.action === 'reopen') return { reason: checked(reopenCheck, body).value?.reason?.trim() || null }
  if (body.action === 'assist') return { assist: await readAssist(pool, projectId, checked(assistCheck, body).value) }
  if (body.action !== 'assign') return {}
  const { user_id: userId = null, group = null, share = 1, deadline } = checked(assignCheck, body).value
  if ((userId === null) === (group === null))
    throw invalid(
      userId === null ? 'MISSING' : 'NOT_ALLOWED',
      'value.user_id',
      'a user_id or a group',
      userId ?? undefined,
    )
  if (userId !== null) await refuseStrangers(pool, projectId, [userId], () => 'value.user_id')
  if (group !== null && (await listGroups(pool, projectId, group)).length === 0)
    throw invalid('UNKNOWN', 'value.group', 'the name of a group of the project', group)
  const time = readTime(deadline, 'value.deadline')
  return { assignee: { userId, groupName: group, deadline: time?.toISOString() ?? null }, share }
}

/** The assistant that is asked, and what for. @throws ApiError */
async function readAssist(
  db: Queryable,
  projectId: string,
  { assistant: name, verb = 'predict' }: { assistant: string; verb?: AutoVerb },
): Promise<ActionValue['assist']> {
  const found = await findAssistant(db, projectId, name)
  if (!found) throw invalid('UNKNOWN', 'value.assistant', 'the name of an assistant of the project', name)
  const verbs = verbsOf(found.carrier, found.settings, describedVerbs(found))
  if (verbs.length === 0)
    throw invalid('NOT_ALLOWED', 'value.assistant', 'an assistant that has said what it can be asked', name)
  if (!verbs.includes(verb)) throw invalid('NOT_ALLOWED', 'value.verb', `one of its verbs: ${verbs.join(', ')}`, verb)
  return { assistant: name, verb }
}
