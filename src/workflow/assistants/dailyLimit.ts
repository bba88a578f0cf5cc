import { isoTime } from '../../formats/isoTime.ts'
import { AssistError, backgroundPlaces, verbsOf } from '../../model/assistants/assistant.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { type Assistant, describedVerbs } from '../../store/project/assistants/assistants.ts'
import { listCallsToday, lockedLimit, takeCall, tomorrow } from '../../store/project/assistants/days.ts'
import { type Claiming, claimRun, putOffUntil, type Run } from '../../store/project/assistants/runs.ts'

type Limited = Pick<Assistant, 'projectId' | 'name' | 'settings'>

async function usedUp(db: Queryable, { settings }: Limited): Promise<AssistError> {
  const until = await tomorrow(db)
  const message = `the ${settings.callsPerDay} calls of today are used up; ask again from ${isoTime(until)}`
  return new AssistError('DAILY_LIMIT', message, until)
}

/** Counts a call that a person waits for, before it is made. @throws AssistError DAILY_LIMIT */
export async function countCallToday(db: Queryable, assistant: Limited): Promise<void> {
  const { projectId, name, settings } = assistant
  if (!(await takeCall(db, { projectId, assistant: name }, settings.callsPerDay))) throw await usedUp(db, assistant)
}

/** Refuses at once a request that would have to wait for tomorrow. @throws AssistError DAILY_LIMIT */
export async function refuseUsedUpCalls(db: Queryable, assistant: Limited): Promise<void> {
  const { projectId, name, settings } = assistant
  if (settings.callsPerDay === null) return
  const used = (await listCallsToday(db, projectId)).get(name) ?? 0
  if (used >= settings.callsPerDay) throw await usedUp(db, assistant)
}

/**
 * Claims a run and counts it as a call of today. When none is left, pre-annotation waits for the next day, and a
 * person's request fails.
 */
export async function claimAssistantRun(
  pool: Pool,
  assistant: Assistant,
  { verbs, ...lease }: Pick<Claiming, 'leaseId' | 'seconds' | 'verbs'>,
): Promise<Run | null> {
  const { projectId, name, settings } = assistant
  const at = { projectId, assistant: name }
  const verbsOfIt = verbsOf(assistant.carrier, settings, describedVerbs(assistant))
  const maxInFlight =
    assistant.carrier === 'queue' ? settings.maxInFlight : backgroundPlaces(verbsOfIt, settings.maxInFlight)
  try {
    return await withTransaction(pool, async (client) => {
      const run = await claimRun(client, { ...at, ...lease, verbs, maxInFlight })
      if (run) await countCallToday(client, assistant)
      return run
    })
  } catch (error) {
    if (!(error instanceof AssistError && error.until)) throw error
    const { code, message, until } = error
    await withTransaction(pool, async (client) => {
      // Meanwhile the assistant may have been registered again with another limit, so that waiting runs may continue.
      if ((await lockedLimit(client, at)) === settings.callsPerDay)
        await putOffUntil(client, at, until, { code, message })
    })
    return null
  }
}
