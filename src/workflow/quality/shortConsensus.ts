import { rolesThatMay } from '../../model/permissions.ts'
import { type AvailablePerson, listAvailablePeople } from '../../store/cluster/work/availablePeople.ts'
import {
  listSharedTags,
  listToldShort,
  listUnbegun,
  listWaitingConsensus,
  type SharedTag,
  type WaitingConsensus,
} from '../../store/cluster/work/waitingConsensus.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { addNotice, closeNotices } from '../../store/project/notices/notices.ts'
import { samplingSecret } from '../../store/project/quality/sampling.ts'
import { stagesOf } from '../policies/queue.ts'
import { isDrawnForConsensus } from './consensus.ts'

const AFTER_SECONDS = 3600
const KIND = 'consensus_short'

/**
 * Notifies managers of jobs that wait for more annotators than are available, and closes notices about jobs that no
 * longer do: someone came back, or fewer are wanted.
 */
export async function tellOfShortConsensus(pool: Pool, afterSeconds = AFTER_SECONDS): Promise<void> {
  const [waiting, tags] = [await listWaitingConsensus(pool, afterSeconds), await listSharedTags(pool)]
  const projectIds = [...new Set([...waiting, ...tags].map(({ projectId }) => projectId))]
  const people = await listAvailablePeople(pool, projectIds, rolesThatMay('annotate'))
  const short = waiting.filter((job) => isShort(job, people.get(job.projectId) ?? []))
  for (const tag of tags) short.push(...(await shortUnbegun(pool, tag, people.get(tag.projectId) ?? [], afterSeconds)))
  const told = await listToldShort(pool)
  const [shortIds, toldIds] = [short, told].map((jobs) => new Set(jobs.map(({ jobId }) => jobId)))
  for (const { projectId, jobId } of short.filter((job) => !toldIds.has(job.jobId)).slice(0, MOST_TOLD))
    await withTransaction(pool, (db) => addNotice(db, projectId, { kind: KIND, jobId }))
  for (const { projectId, jobId } of told.filter((job) => !shortIds.has(job.jobId)))
    await closeNotices(pool, projectId, { kinds: [KIND], jobId })
}

const MOST_TOLD = 100

type Waiting = Pick<WaitingConsensus, 'tag' | 'assignedUser' | 'assignedGroup' | 'free' | 'had'>

/** Whether more places are free than people could take. Work of people who left goes to everyone. */
function isShort(
  { tag, assignedUser, assignedGroup, free, had }: Waiting,
  people: readonly AvailablePerson[],
): boolean {
  const isAssigned = assignedGroup !== null || people.some(({ userId }) => userId === assignedUser)
  const mayTake = ({ userId, pausedTags, groups }: AvailablePerson) =>
    !had.includes(userId) &&
    !pausedTags.includes(tag) &&
    (!isAssigned || userId === assignedUser || groups.some((group) => group === assignedGroup))
  return people.filter(mayTake).length < free
}

/** Among jobs that no one has started, the oldest represents all that wait for the same people. */
async function shortUnbegun(
  pool: Pool,
  of: SharedTag,
  people: readonly AvailablePerson[],
  afterSeconds: number,
): Promise<WaitingConsensus[]> {
  const ofAnyone = { tag: of.tag, free: of.rule.annotators, had: [], assignedUser: null, assignedGroup: null }
  const isAssigned = !isShort(ofAnyone, people)
  const unbegun = await listUnbegun(pool, of, { afterSeconds, stages: stagesOf('annotate'), isAssigned })
  if (unbegun.length === 0) return []
  const secret = await samplingSecret(pool, of.projectId, 'consensus')
  const short = unbegun.filter((job) => isShort(job, people) && isDrawnForConsensus(secret, job.jobId, of.rule))
  const byPeople = Map.groupBy(short, ({ assignedUser, assignedGroup }) => `${assignedUser} ${assignedGroup}`)
  return [...byPeople.values()].map(([oldest]) => oldest)
}
