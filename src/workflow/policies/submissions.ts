import type { Queryable } from '../../store/postgres/pools.ts'
import { isUndoTime, type Job } from '../../store/project/jobs/jobs.ts'
import type { Actor, Person } from '../actor.ts'
import { heldByPerson, leaseLost, wrongState } from '../refusal.ts'
import { may } from '../stage/events.ts'
import { holdsFor, isHeld } from './leases.ts'

/** A person submits the job they annotate; a key one that no person works on. */
export async function refuseSubmission(db: Queryable, actor: Actor, job: Job, verb = 'submit a result for') {
  if (actor.type === 'user') {
    if (!holdsFor(actor, job, 'annotate')) throw await leaseLost(db, job)
  } else refuseBesidePeople(job, verb)
}

/** Machines may only submit work for a job that waits and that no person works on. */
export function refuseBesidePeople(job: Job, verb: string): void {
  if (!may(job.stage, 'submit')) throw wrongState(verb, job.stage)
  if (isHeld(job, Date.now())) throw heldByPerson(verb, job.stage)
}

/** Whether this person submitted the job a moment ago and may still take it back. */
export const isUndoable = async (db: Queryable, person: Person, job: Job): Promise<boolean> =>
  job.annotatorId === person.userId && (await isUndoTime(db, job))
