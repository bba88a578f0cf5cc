import { mayDo } from '../../model/permissions.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import type { Person } from '../actor.ts'
import { isHolder } from './leases.ts'

type Held = Pick<Job, 'stage' | 'holderId' | 'heldUntil'>

/** People see and discard their own drafts; the holder of the job and managers see and discard all of them. */
export const ownsDraft = (person: Person, job: Held, draft: { userId: string }): boolean =>
  draft.userId === person.userId || isHolder(person, job) || mayDo(person.role, 'takeOver')
