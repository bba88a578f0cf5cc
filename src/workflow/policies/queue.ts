import { mayDo } from '../../model/permissions.ts'
import { OWNER_AT, STAGES, type Stage, WORK_AT, type WorkKind } from '../../model/stage.ts'
import type { QueueOf } from '../../store/cluster/work/queueConditions.ts'
import type { Person } from '../actor.ts'

/** Rejected and reopened work is reserved for who did it; then it is offered to others. */
const RESERVED_HOURS = 24
/** How long a skipped job is not offered to the same person. */
const SKIPPED_HOURS = 24

export const stagesOf = (kind: WorkKind): Stage[] => STAGES.filter((stage) => WORK_AT[stage] === kind)
const ownedBy = (owner: 'annotator' | 'reviewer'): Stage[] => STAGES.filter((stage) => OWNER_AT[stage] === owner)

/** What a person may be given: by their role, of the kind they ask for (null: both), of the tag (null: every one). */
export function queueFor(
  { userId, role }: Person,
  { projectIds, listedIds, statements }: Pick<QueueOf, 'projectIds' | 'listedIds' | 'statements'>,
  { kind = null, tag = null }: { kind?: WorkKind | null; tag?: string | null } = {},
): QueueOf {
  const mayAnnotate = mayDo(role, 'annotate') && kind !== 'review'
  const mayReview = mayDo(role, 'review') && kind !== 'annotate'
  return {
    userId,
    projectIds,
    listedIds,
    statements,
    tag,
    annotate: mayAnnotate ? stagesOf('annotate') : [],
    review: mayReview ? stagesOf('review') : [],
    ownAnnotation: mayAnnotate ? ownedBy('annotator') : [],
    ownReview: mayReview ? ownedBy('reviewer') : [],
    reservedHours: RESERVED_HOURS,
    skippedHours: SKIPPED_HOURS,
  }
}
