import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import type { Piece } from '../core/archive.ts'
import { copyOriginals } from '../core/copyOriginals.ts'
import type { ExportFrame, ExportJob } from '../core/exportSet.ts'
import type { Format, Writer } from '../core/format.ts'
import type { Losses } from '../core/losses.ts'
import { CURVE_LOSSES } from '../shapes/shapeLosses.ts'
import { addBoxes } from './boxes.ts'
import { intervalsOf, LabelObjects } from './objects.ts'
import { readOpenLabel } from './reader.ts'
import { openRelations } from './relations.ts'
import { coordinateSystems, frameTransforms, type Rig, rigOf, streamsOf, VIDEO_STREAM } from './rig.ts'
import { addShapes } from './shapes.ts'
import { isEmpty, valuesOf } from './values.ts'

const SCHEMA_VERSION = '1.0.0'
/** Contexts carry the attributes of the job and of its frames. */
const JOB_CONTEXT = '0'
const FRAME_CONTEXT = '1'

/** A document a job. */
const writeOpenLabel: Writer = async (set, archive, losses) => {
  for await (const job of set.jobs()) {
    const file = `${job.name}.json`
    const objects = new LabelObjects(job.frames.length)
    const rig = rigOf(job)
    addBoxes(job, rig, objects)
    addShapes(job, objects, losses)
    noteLenses(job, losses)
    await archive.add(file, documentPieces(job, rig, objects), { job })
    for (const frame of job.frames) archive.note(file, { job, frame })
    if (set.includeFiles) await copyOriginals(archive, job, losses)
  }
}

/** OpenLABEL has five coefficients for a pinhole camera, and no skew for fisheyes. */
function noteLenses({ sensors, ...job }: ExportJob, losses: Losses): void {
  const lost = sensors.filter(({ intrinsics }) => intrinsics?.cameraModel === 'brown_conrady' && intrinsics.k4 !== 0)
  losses.add('distortion_dropped', job, { count: lost.length })
}

/** Frame by frame: a document of many objects is never one string. */
function* documentPieces(job: ExportJob, rig: Rig, objects: LabelObjects): Generator<Piece> {
  const { data } = job.document
  const ofJob = valuesOf('job_attributes' in data ? (data.job_attributes ?? {}) : {})
  const ofFrames = 'frame_attributes' in data ? (data.frame_attributes ?? {}) : {}
  // Any text may be the id of a frame.
  const inFrame = ({ frameId }: ExportFrame) => (Object.hasOwn(ofFrames, frameId) ? ofFrames[frameId] : {})
  const withValues = job.frames.flatMap((frame, index) => (isEmpty(inFrame(frame)) ? [] : [index]))
  const contexts = {
    ...(!isEmpty(ofJob) && { [JOB_CONTEXT]: { name: 'job', type: 'job_attributes', context_data: ofJob } }),
    ...(withValues.length > 0 && {
      [FRAME_CONTEXT]: { name: 'frame', type: 'frame_attributes', frame_intervals: intervalsOf(withValues) },
    }),
  }
  const metadata = { schema_version: SCHEMA_VERSION, name: job.referenceId, annotator: 'fiducial' }
  yield `{"openlabel":{"metadata":${JSON.stringify(metadata)}`
  yield `,\n"coordinate_systems":${JSON.stringify(coordinateSystems(job, rig))}`
  yield `,\n"streams":${JSON.stringify(streamsOf(job))}`
  if (!isEmpty(contexts)) yield `,\n"contexts":${JSON.stringify(contexts)}`
  yield `,\n"objects":${JSON.stringify(objects.entries())}`
  const relations = openRelations(job, objects)
  if (!isEmpty(relations)) yield `,\n"relations":${JSON.stringify(relations)}`
  yield `,\n"frame_intervals":${JSON.stringify(intervalsOf(job.frames.map((_, index) => index)))}`
  yield ',\n"frames":{'
  for (const [index, frame] of job.frames.entries()) {
    const values = valuesOf(inFrame(frame))
    const labelled = [...objects.frames[index]].map(([uid, object_data]) => [uid, { object_data }])
    const content = {
      frame_properties: frameProperties(job, frame, rig),
      ...(!isEmpty(values) && { contexts: { [FRAME_CONTEXT]: { context_data: values } } }),
      ...(labelled.length > 0 && { objects: Object.fromEntries(labelled) }),
    }
    yield `${index === 0 ? '' : ','}\n"${index}":${JSON.stringify(content)}`
  }
  yield '\n}}}\n'
}

function frameProperties(job: ExportJob, frame: ExportFrame, rig: Rig): object {
  const transforms = job.sensors.length > 0 ? frameTransforms(job, frame, rig) : {}
  return {
    // A member outside OpenLABEL's schema: the names of frames.
    frame_id: frame.frameId,
    // Nanoseconds: a number would lose their last digits.
    ...(frame.timestampNs !== null && { timestamp: String(frame.timestampNs) }),
    streams: Object.fromEntries(frame.files.map(({ sensorId, url }) => [sensorId || VIDEO_STREAM, { uri: url }])),
    ...(!isEmpty(transforms) && { transforms }),
  }
}

/** ASAM OpenLABEL 1.0.0. */
export const openlabel: Format = {
  format: 'openlabel',
  title: 'ASAM OpenLABEL',
  description:
    'A document a job: cuboids with the boxes linked to them, polylines and key points in space, shapes of videos, all attributes, sensors with their intrinsics, transforms and times.',
  annotationTypes: typesWithResult('video', 'boxes'),
  version: '1',
  specUrl: 'https://www.asam.net/static_downloads/ASAM_OpenLABEL_V1-0-0.html',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['distortion_dropped', ...CURVE_LOSSES],
  keepsRelations: true,
  files: 'optional',
  tree: ['NAME.json', 'files/NAME/FRAME__SENSOR.*'],
  write: writeOpenLabel,
  read: readOpenLabel,
}
