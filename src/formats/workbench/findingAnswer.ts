import { type Static, Type } from 'typebox'
import { CHECK_CODES, SEVERITIES } from '../../model/checks/finding.ts'
import { stringEnum } from '../json/schemas.ts'

/** A finding as it is answered: frames by their ids. */
export const FindingAnswer = Type.Object(
  {
    code: stringEnum(...CHECK_CODES),
    severity: stringEnum(...SEVERITIES),
    track_id: Type.Optional(Type.String()),
    other_track_id: Type.Optional(Type.String({ description: 'the other object of a pair' })),
    record_id: Type.Optional(Type.String({ description: 'the `_id` of the record, in images' })),
    legend_entry_id: Type.Optional(Type.String()),
    sensor_id: Type.Optional(Type.String()),
    attribute: Type.Optional(Type.String()),
    frame_ids: Type.Optional(Type.Array(Type.String(), { description: 'all frames of the finding, in order' })),
    count: Type.Optional(Type.Integer({ minimum: 0, description: 'number of frame_ids' })),
    message: Type.String(),
    values: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  },
  { title: 'Finding' },
)
export type WireFinding = Static<typeof FindingAnswer>
