import type { Static } from 'typebox'
import { type AssistantBody, assistantEndpoints } from '../../contract/assistants.ts'
import type { AuditActor } from '../../model/audit.ts'
import {
  type Assistant,
  findAssistant,
  listAssistants,
  openAssistantSecrets,
} from '../../store/project/assistants/assistants.ts'
import { listCallsToday } from '../../store/project/assistants/days.ts'
import { listAssistantSums } from '../../store/project/assistants/sums.ts'
import { listAssistedTimes } from '../../store/project/assistants/times.ts'
import { assistantNotFound, registerAssistant, removeAssistant } from '../../workflow/assistants/assistants.ts'
import { seesAddresses } from '../../workflow/policies/figures.ts'
import type { ApiContext } from '../context.ts'
import { type Route, route } from '../http/route.ts'
import { readAssistant } from './assistantBody.ts'
import { describeAssistant } from './describe.ts'
import { type AssistantFigures, shownAssistant } from './shown.ts'

/** Models that help people in a project. */
export function assistantRoutes(context: ApiContext): Route[] {
  const { pool } = context
  const figures = async (projectId: string): Promise<AssistantFigures> => {
    const [sums, times, today] = await Promise.all([
      listAssistantSums(pool, projectId),
      listAssistedTimes(pool, projectId),
      listCallsToday(pool, projectId),
    ])
    return { sums, times, today }
  }
  return [
    route(assistantEndpoints.setAssistant, {
      handle: async ({ body, projectId, params, by }) => {
        const secret = await register(context, by, { projectId, name: params.assistant }, body)
        const made = await described(context, projectId, params.assistant)
        const shown = shownAssistant(made, await figures(projectId), true)
        return body.secret == null ? { ...shown, new_secret: secret } : shown
      },
    }),
    route(assistantEndpoints.listAssistants, {
      handle: async ({ projectId, ...caller }) => {
        const [assistants, known] = await Promise.all([listAssistants(pool, projectId), figures(projectId)])
        return { assistants: assistants.map((one) => shownAssistant(one, known, seesAddresses(caller))) }
      },
    }),
    route(assistantEndpoints.deleteAssistant, {
      handle: async ({ projectId, params, by }) => {
        await removeAssistant(pool, by, projectId, params.assistant)
        return {}
      },
    }),
    route(assistantEndpoints.testAssistant, {
      handle: async ({ projectId, params }) => {
        const { state, problem, description } = await described(context, projectId, params.assistant)
        return { state, problem, description }
      },
    }),
  ]
}

async function described(context: ApiContext, projectId: string, name: string): Promise<Assistant> {
  const find = async () => {
    const found = await findAssistant(context.pool, projectId, name)
    if (!found) throw assistantNotFound()
    return found
  }
  const assistant = await find()
  if (assistant.carrier === 'queue') return assistant
  await describeAssistant(context, assistant)
  return find()
}

/** The stored assistant, for values that are sent as they are shown. */
async function heldBy({ pool, masterKey }: ApiContext, { projectId, name }: { projectId: string; name: string }) {
  const [found, secrets] = await Promise.all([
    findAssistant(pool, projectId, name),
    openAssistantSecrets(pool, masterKey, projectId, name),
  ])
  return found && secrets && { ...secrets, url: found.url }
}

/** Answers the secret. */
async function register(
  context: ApiContext,
  by: AuditActor,
  place: { projectId: string; name: string },
  body: Static<typeof AssistantBody>,
): Promise<string> {
  const { tags } = await context.projects.get(place.projectId)
  const known = { tags: new Set(tags.keys()), held: await heldBy(context, place) }
  const made = readAssistant(context, place, body, known)
  await registerAssistant(context.pool, context.masterKey, by, made)
  return made.secret
}
