import type { Queryable } from '../../postgres/pools.ts'
import { bigint, int, nullable, type RowOf, Table, textOf, timestamp } from '../../postgres/table.ts'
import type { GoldPurpose } from './goldGiven.ts'

/** Whose checks, for which tag. */
export interface CheckedPerson {
  projectId: string
  tag: string
  userId: string
}

export interface PersonChecks {
  /** The number of jobs assigned to the person, which determines the draw of gold. */
  draws: number
  trainingRound: number
  trainedAt: Date | null
  /** Gold before this does not pause the person again. */
  resumedAt: Date | null
  /** Why the person gets no more work of the tag; null: they do. */
  pausedFor: GoldPurpose | null
}

export const PERSON_CHECKS = new Table('person_checks', {
  draws: bigint,
  training_round: int,
  trained_at: nullable(timestamp),
  resumed_at: nullable(timestamp),
  paused_for: nullable(textOf<GoldPurpose>()),
})
type ChecksRow = RowOf<typeof PERSON_CHECKS>

const keyOf = ({ projectId, tag, userId }: CheckedPerson) => [projectId, tag, userId] as const

/** The checks of a person, locked until the caller's transaction ends. */
export async function lockChecks(db: Queryable, of: CheckedPerson): Promise<PersonChecks> {
  const { rows } = await db.query<ChecksRow>(
    `insert into person_checks as c (project_id, tag, user_id) values ($1, $2, $3)
     on conflict (project_id, tag, user_id) do update set draws = c.draws returning ${PERSON_CHECKS.list()}`,
    [...keyOf(of)],
  )
  const row = rows[0]
  return {
    draws: row.draws,
    trainingRound: row.training_round,
    trainedAt: row.trained_at,
    resumedAt: row.resumed_at,
    pausedFor: row.paused_for,
  }
}

export async function countDraw(db: Queryable, of: CheckedPerson): Promise<void> {
  await db.query('update person_checks set draws = draws + 1 where project_id = $1 and tag = $2 and user_id = $3', [
    ...keyOf(of),
  ])
}

/** The person gets no more work of the tag; they can finish open jobs. */
export async function pausePerson(db: Queryable, of: CheckedPerson, pausedFor: GoldPurpose): Promise<void> {
  await db.query('update person_checks set paused_for = $4 where project_id = $1 and tag = $2 and user_id = $3', [
    ...keyOf(of),
    pausedFor,
  ])
}

/** The next round of training. */
export async function beginRound(db: Queryable, of: CheckedPerson): Promise<void> {
  await db.query(
    `update person_checks set training_round = training_round + 1, paused_for = null
     where project_id = $1 and tag = $2 and user_id = $3`,
    [...keyOf(of)],
  )
}

/** The person has passed the training. */
export async function endTraining(db: Queryable, of: CheckedPerson): Promise<void> {
  await db.query(
    'update person_checks set trained_at = now(), paused_for = null where project_id = $1 and tag = $2 and user_id = $3',
    [...keyOf(of)],
  )
}

/** A manager lets the person continue: paused training counts as passed. False if the person was not paused. */
export async function resumePerson(db: Queryable, of: CheckedPerson): Promise<boolean> {
  const { rowCount } = await db.query(
    `update person_checks set resumed_at = now(), paused_for = null,
       trained_at = case when paused_for = 'training' then (select now()) else trained_at end
     where project_id = $1 and tag = $2 and user_id = $3 and paused_for is not null`,
    [...keyOf(of)],
  )
  return rowCount === 1
}

/** There is gold again: people who waited for it in training continue. */
export async function continueTraining(db: Queryable, projectId: string, tag: string): Promise<void> {
  await db.query(
    `update person_checks set paused_for = null where project_id = $1 and tag = $2 and paused_for = 'training'`,
    [projectId, tag],
  )
}
