import type { AuditActor } from '../../model/audit.ts'
import type { GoldRule, TrainingRule } from '../../model/tag.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { addNotice, closeNotices } from '../../store/project/notices/notices.ts'
import { type GivenGold, lastScores, roundScores, setGoldScore } from '../../store/project/quality/goldGiven.ts'
import {
  beginRound,
  type CheckedPerson,
  endTraining,
  lockChecks,
  pausePerson,
  resumePerson,
} from '../../store/project/quality/personChecks.ts'
import { addComparison, addToSums, type ComparedWork } from '../../store/project/quality/sums.ts'
import { findTag } from '../../store/project/tags/tags.ts'
import { WorkflowRefusal } from '../refusal.ts'

/** A person is paused by the mean of so many jobs, and by no fewer. */
const LAST_JOBS = 10

export interface GoldScore extends ComparedWork {
  score: number
}

/** Writes the score of a person's gold job, once, with everything that follows from it. */
export async function scoreGold(db: Queryable, given: GivenGold, made: GoldScore, submittedAt: Date): Promise<void> {
  const { projectId, tag: name, userId, purpose } = given
  const tag = await findTag(db, projectId, name)
  const rule = purpose === 'gold' ? tag?.gold : tag?.training
  const { score, ...figures } = made
  const passed = score >= (rule?.pass ?? 0)
  if (!(await setGoldScore(db, given, { score, passed, submittedAt }))) return
  const place = { projectId, submittedAt, tag: name, userId }
  const sums = { [purpose]: 1, [`${purpose}Passed`]: passed ? 1 : 0, [`${purpose}ScoreSum`]: score }
  await addToSums(db, place, sums)
  await addComparison(db, place, figures, 'gold')
  if (purpose === 'gold' && tag?.gold) await checkPass(db, given, tag.gold)
  if (purpose === 'training' && tag?.training) await endRound(db, given, tag.training)
}

const meanOf = (scores: readonly number[]): number => scores.reduce((sum, score) => sum + score, 0) / scores.length

async function checkPass(db: Queryable, given: GivenGold, { pass, action }: GoldRule): Promise<void> {
  const { resumedAt } = await lockChecks(db, given)
  const scores = await lastScores(db, given, resumedAt, LAST_JOBS)
  if (scores.length < LAST_JOBS || meanOf(scores) >= pass) return
  if (action === 'pause') await pausePerson(db, given, 'gold')
  const kind = action === 'pause' ? 'person_paused' : 'person_flagged'
  await addNotice(db, given.projectId, { kind, userId: given.userId, tag: given.tag })
}

/** After the last job of a round: the person has passed, or the next round begins. */
async function endRound(db: Queryable, given: GivenGold, { jobs, pass }: TrainingRule): Promise<void> {
  const { trainingRound, trainedAt } = await lockChecks(db, given)
  if (trainedAt || given.round !== trainingRound) return
  const scores = await roundScores(db, given, trainingRound)
  const known = scores.filter((score) => score !== null)
  if (known.length < scores.length || scores.length < jobs) return
  if (meanOf(known) >= pass) await endTraining(db, given)
  else await beginRound(db, given)
}

/** A manager lets a paused person go on. */
export function resumeWork(pool: Pool, by: AuditActor, of: CheckedPerson): Promise<void> {
  return withTransaction(pool, async (db) => {
    if (!(await resumePerson(db, of)))
      throw new WorkflowRefusal('JOB_STATE', 'this person is not paused for the tag', {
        meta: { reason: 'NOT_PAUSED' },
      })
    const { projectId, userId, tag } = of
    await closeNotices(db, projectId, { kinds: ['person_paused', 'person_flagged', 'training_used_up'], userId, tag })
    await recordAudit(db, by, { projectId, action: 'person.resume', object: userId, after: { tag } })
  })
}
