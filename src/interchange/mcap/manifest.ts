import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import type { Format } from '../core/format.ts'
import { CURVE_LOSSES } from '../shapes/shapeLosses.ts'
import { writeMcap } from './writer.ts'

/** MCAP with the messages of Foxglove. */
export const mcap: Format = {
  format: 'mcap',
  title: 'MCAP',
  description:
    'A log a job for Foxglove, Rerun and robotics tools: cuboids, polylines and key points in space, shapes of images in pixels, and the transforms of vehicle and sensors, as Foxglove messages in protobuf.',
  annotationTypes: typesWithResult('video', 'boxes'),
  version: '1',
  specUrl: 'https://mcap.dev/spec',
  options: Type.Object(
    {
      merge: Type.Optional(
        Type.Boolean({ default: false, description: 'adds the messages of the log that the job was made of' }),
      ),
    },
    { additionalProperties: false },
  ),
  losses: ['timestamp_assumed', ...CURVE_LOSSES, 'mask_as_outline', 'source_deleted'],
  files: 'optional',
  tree: ['NAME.mcap', 'files/NAME/FRAME__SENSOR.*'],
  write: writeMcap,
}
