import { mayDo } from '../../model/permissions.ts'
import { type WorkKind, workKindAt } from '../../model/stage.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import type { Person } from '../actor.ts'

type Held = Pick<Job, 'stage' | 'holderId' | 'heldUntil'>

export const isHolder = (person: Pick<Person, 'userId'>, job: Held): boolean => job.holderId === person.userId

/** Whether someone works on the job: their lease has not run out. */
export const isHeld = (job: Held, nowMs: number): boolean =>
  job.holderId !== null && job.heldUntil !== null && job.heldUntil.getTime() > nowMs

export const isHeldByOther = (person: Pick<Person, 'userId'>, job: Held, nowMs: number): boolean =>
  isHeld(job, nowMs) && !isHolder(person, job)

/** Whether the person holds the job to do this with it. */
export const holdsFor = (person: Pick<Person, 'userId'>, job: Held, kind: WorkKind): boolean =>
  isHolder(person, job) && workKindAt(job.stage) === kind

/** The person's access when opening the job. */
export const accessOf = (person: Pick<Person, 'userId'>, job: Held): WorkKind | 'read' =>
  isHolder(person, job) ? workKindAt(job.stage) : 'read'

/** Holders release their own jobs, managers any. */
export const mayRelease = (person: Person, job: Held): boolean =>
  isHolder(person, job) || mayDo(person.role, 'takeOver')
