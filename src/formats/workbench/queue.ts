import { type Static, Type } from 'typebox'
import { Id, stringEnum, Time } from '../json/schemas.ts'

export const WorkKindName = stringEnum('annotate', 'review')

/** Who has the lease of a job. */
export const LeaseAnswer = Type.Object({
  userId: Id,
  name: Type.String(),
  kind: WorkKindName,
  heldUntil: Type.String({
    ...Time,
    description: 'Without a sign of life until then the job goes back to the queue.',
  }),
})
export type Lease = Static<typeof LeaseAnswer>
