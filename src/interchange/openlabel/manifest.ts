import { Type } from 'typebox'
import type { Format } from '../core/format.ts'
import { readOpenLabel } from './reader.ts'
import { writeOpenLabel } from './writer.ts'

/** ASAM OpenLABEL 1.0.0. */
export const openlabel: Format = {
  format: 'openlabel',
  title: 'ASAM OpenLABEL',
  description:
    'A document a job: cuboids with the boxes linked to them, polylines and key points in space, shapes of videos, all attributes, sensors with their intrinsics, transforms and times.',
  annotationTypes: ['video2d', 'cuboid3d', 'cuboid3d_linked2d'],
  version: '1',
  specUrl: 'https://www.asam.net/static_downloads/ASAM_OpenLABEL_V1-0-0.html',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['distortion_dropped', 'ellipse_as_polygon'],
  keepsRelations: true,
  files: 'optional',
  tree: ['NAME.json', 'files/NAME/FRAME__SENSOR.*'],
  write: writeOpenLabel,
  read: readOpenLabel,
}
