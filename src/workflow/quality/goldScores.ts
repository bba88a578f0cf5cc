import type { AuditActor } from '../../model/audit.ts'
import { reaches } from '../../model/reaches.ts'
import type { GoldRule, TrainingRule } from '../../model/tag.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { addNotice, closeNotices } from '../../store/project/notices/notices.ts'
import { addComparison, type ComparedWork, takenBack } from '../../store/project/quality/comparisonSums.ts'
import {
  type GivenGold,
  goodPeopleOn,
  lastScores,
  listFailed,
  roundScores,
  setGoldScore,
} from '../../store/project/quality/goldGiven.ts'
import {
  beginRound,
  type CheckedPerson,
  endTraining,
  lockChecks,
  pausePerson,
  resumePerson,
} from '../../store/project/quality/personChecks.ts'
import { addToSums } from '../../store/project/quality/sums.ts'
import { findTag } from '../../store/project/tags/tags.ts'
import { WorkflowRefusal } from '../refusal.ts'

/** A person is paused by the mean of at least this many jobs. */
const LAST_JOBS = 10

export interface GoldScore extends ComparedWork {
  score: number
}

/**
 * Writes the score of a person's gold job with all consequences. If it was scored before, with other ground truth, the
 * earlier score is removed from the sums.
 */
export async function scoreGold(db: Queryable, given: GivenGold, made: GoldScore, submittedAt: Date): Promise<void> {
  const { projectId, tag: name, userId, purpose } = given
  const tag = await findTag(db, projectId, name)
  const rule = purpose === 'gold' ? tag?.gold : tag?.training
  const { score, ...compared } = made
  const passed = reaches(score, rule?.pass ?? 0)
  await setGoldScore(db, given, { score, passed, submittedAt, compared })
  const place = { projectId, submittedAt, tag: name, userId }
  const before = { jobs: given.score === null ? 0 : 1, passed: given.passed ? 1 : 0, score: given.score ?? 0 }
  await addToSums(db, place, {
    [purpose]: 1 - before.jobs,
    [`${purpose}Passed`]: (passed ? 1 : 0) - before.passed,
    [`${purpose}ScoreSum`]: score - before.score,
  })
  if (given.compared) await addComparison(db, place, takenBack(given.compared), purpose)
  // For scores from before their contribution was recorded, the figures by class stay unchanged.
  if (given.compared || given.score === null) await addComparison(db, place, compared, purpose)
  await questionGold(db, given)
  if (purpose === 'gold' && tag?.gold) await checkPass(db, given, tag.gold)
  if (purpose === 'training' && tag?.training) await endRound(db, given, tag.training)
}

/** If this many good people, and more than half of those who had it, fail a job, its ground truth is in doubt. */
const DOUBTING_PEOPLE = 2

export const isQuestioned = ({ good, failed }: { good: number; failed: number }): boolean =>
  failed >= DOUBTING_PEOPLE && failed * 2 > good

/** Each score changes who counts as good, so all failed jobs of this person are examined again. */
async function questionGold(db: Queryable, given: GivenGold): Promise<void> {
  const { projectId, tag } = given
  for (const [jobId, of] of await goodPeopleOn(db, projectId, await listFailed(db, given))) {
    if (isQuestioned(of)) await addNotice(db, projectId, { kind: 'gold_questioned', tag, jobId })
  }
}

const meanOf = (scores: readonly number[]): number => scores.reduce((sum, score) => sum + score, 0) / scores.length

async function checkPass(db: Queryable, given: GivenGold, { pass, action }: GoldRule): Promise<void> {
  const { resumedAt, pausedFor } = await lockChecks(db, given)
  const scores = await lastScores(db, given, resumedAt, LAST_JOBS)
  if (scores.length < LAST_JOBS || reaches(meanOf(scores), pass)) {
    // Corrected ground truth shows that the pause was unjustified.
    if (given.score !== null && pausedFor === 'gold' && (await resumePerson(db, given))) {
      await closeNotices(db, given.projectId, { kinds: ['person_paused'], userId: given.userId, tag: given.tag })
    }
    return
  }
  if (action === 'pause') await pausePerson(db, given, 'gold')
  const kind = action === 'pause' ? 'person_paused' : 'person_flagged'
  await addNotice(db, given.projectId, { kind, userId: given.userId, tag: given.tag })
}

/** After the last job of a round: the person has passed, or the next round begins. */
async function endRound(db: Queryable, given: GivenGold, rule: TrainingRule): Promise<void> {
  const { trainingRound, trainedAt } = await lockChecks(db, given)
  if (trainedAt || given.round === null) return
  if (given.round === trainingRound) await settleRound(db, given, trainingRound, rule)
  // With corrected ground truth, an earlier round is passed after all.
  else if (await isPassed(db, given, given.round, rule)) await endTraining(db, given)
}

/** The outcome of a round, once all of its jobs are scored: the person has passed, or the next round begins. */
export async function settleRound(
  db: Queryable,
  of: CheckedPerson,
  round: number,
  rule: TrainingRule,
): Promise<'going on' | 'passed' | 'again'> {
  const passed = await isPassed(db, of, round, rule)
  if (passed === null) return 'going on'
  await (passed ? endTraining(db, of) : beginRound(db, of))
  return passed ? 'passed' : 'again'
}

/** null: not all jobs of the round are scored. */
async function isPassed(
  db: Queryable,
  of: CheckedPerson,
  round: number,
  { jobs, pass }: TrainingRule,
): Promise<boolean | null> {
  const scores = await roundScores(db, of, round)
  const known = scores.filter((score) => score !== null)
  return known.length < scores.length || scores.length < jobs ? null : reaches(meanOf(known), pass)
}

/** A manager lets a paused person continue. */
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
