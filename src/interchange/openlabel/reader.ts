import { quaternionOfEuler } from '../../geometry/euler.ts'
import { composePoses, identityPose, type Pose } from '../../geometry/pose.ts'
import { hasCameraBoxes, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { BoxImport } from '../core/boxImport.ts'
import { unreadMembers } from '../core/importedAttributes.ts'
import {
  ImportError,
  type ImportedJob,
  type ImportTarget,
  type Reader,
  type ReadRequest,
  type TargetFrame,
} from '../core/reader.ts'
import { readJson } from '../core/readJson.ts'
import { jobsByFile, readSentManifest } from '../core/sentManifest.ts'
import { stemOf } from '../core/targetFrames.ts'
import { hasRelation, type RelationRecord, relationsByObject } from '../records/relationRecords.ts'
import { type ReadTrack, type ReadTrackFrame, submittedTracks } from '../records/submittedTracks.ts'
import { checkOpenLabel, type SentObjectData, type SentOpenLabel } from './document.ts'
import { readOpenLabelShape, sentGeometries } from './readShape.ts'
import { sentRelations } from './relations.ts'
import { type SentInFrame, sentFrames, sentObjects, trackIdOf } from './sentObjects.ts'
import { documentRig } from './sentRig.ts'
import { sentSpaces } from './spaceShapes.ts'
import { givenValues } from './values.ts'

/** Members of a document that are read, or that are unrelated to labels. */
const READ = new Set([
  'metadata',
  'ontologies',
  'resources',
  'frame_intervals',
  'coordinate_systems',
  'streams',
  'contexts',
  'objects',
  'relations',
  'frames',
])
const READ_OF_FRAME = new Set(['frame_properties', 'contexts', 'objects'])
const VALUES = ['boolean', 'num', 'text', 'vec']
const READ_OF_OBJECT_DATA = new Set([
  ...VALUES,
  'cuboid',
  'bbox',
  'rbbox',
  'binary',
  'poly2d',
  'point2d',
  'poly3d',
  'point3d',
])
/** Geometries of an object in a frame, the first of which it is read from in a video. */
const FLAT = ['bbox', 'rbbox', 'poly2d', 'point2d', 'binary'] as const
const NOT_FLAT = ['cuboid', 'poly3d', 'point3d'] as const
/** Kinds of geometry for jobs with sensors. */
const NOT_IN_SPACE = ['rbbox', 'poly2d', 'point2d', 'binary'] as const

type Fail = (field: string, lost: string) => void

/** Reports actions, events and tags, data that is not a shape, and objects without a frame. */
function reportLeftOutOf(file: string, openlabel: SentOpenLabel, { fail }: ReadRequest, isVideo: boolean): void {
  const more: Fail = (field, lost) => fail({ file, field, type: 'NOT_ALLOWED', lost })
  for (const [name] of unreadMembers(openlabel, READ)) more(name, name)
  const frames = Object.entries(openlabel.frames ?? {})
  const placed = new Set<string>()
  for (const [key, frame] of frames) {
    for (const [name] of unreadMembers(frame, READ_OF_FRAME)) more(`frames.${key}.${name}`, name)
    for (const [uid, { object_data: data = {} }] of Object.entries(frame.objects ?? {})) {
      placed.add(uid)
      reportGeometries(`frames.${key}.objects.${uid}`, data, isVideo, more)
    }
  }
  for (const [uid, { object_data: data = {} }] of Object.entries(openlabel.objects ?? {})) {
    const field = `objects.${uid}`
    if (frames.length === 0) reportGeometries(field, data, isVideo, more)
    else if (!placed.has(uid)) more(field, 'object in no frame')
    else for (const [name] of unreadMembers(data, new Set(VALUES))) more(`${field}.${name}`, name)
  }
}

function reportGeometries(field: string, data: SentObjectData, isVideo: boolean, more: Fail): void {
  for (const [name] of unreadMembers(data, READ_OF_OBJECT_DATA)) more(`${field}.${name}`, name)
  for (const kind of isVideo ? NOT_FLAT : NOT_IN_SPACE) if (data[kind]?.length) more(`${field}.${kind}`, kind)
  if (!isVideo) return
  const used = FLAT.find((kind) => data[kind]?.length)
  for (const kind of FLAT) {
    const count = data[kind]?.length ?? 0
    // A polygon with several rings, and all points of one object, are one shape; a mask may come with its outline.
    const isWhole = kind === used && (count < 2 || kind === 'poly2d' || kind === 'point2d' || kind === 'binary')
    if (count > 0 && !isWhole) more(`${field}.${kind}`, kind)
  }
  const [first, ...others] = [...sentGeometries(data)].map((one) => JSON.stringify(one))
  if (others.some((one) => one !== first)) more(`${field}.attributes`, 'attributes of further geometries')
}

/** Every JSON file of the archive that is an OpenLABEL document is a job. */
export const readOpenLabel: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => /\.json$/i.test(name) && !/(^|\/)(manifest|losses)\.json$/.test(name))
  const manifest = await readSentManifest(archive, 'openlabel')
  const jobOf = jobsByFile(manifest)
  let found = 0
  for (const file of files) {
    const job = jobOf.get(file)
    try {
      const { openlabel } = await readJson(archive, file, checkOpenLabel)
      found++
      yield importedDocument({ file, openlabel, referenceId: job?.reference_id ?? null }, request)
    } catch (error) {
      if (!(error instanceof ImportError) || files.length === 1) throw error
      request.fail(error.failure)
    }
  }
  if (found === 0 && !manifest)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'no JSON file is an OpenLABEL document')
}

interface SentLabelFile {
  file: string
  openlabel: SentOpenLabel
  referenceId: string | null
}

function importedDocument(document: SentLabelFile, request: ReadRequest): ImportedJob {
  const { file, openlabel, referenceId } = document
  const uris = Object.values(openlabel.frames ?? {}).flatMap(({ frame_properties: properties }) =>
    Object.values(properties?.streams ?? {}).flatMap(({ uri }) => uri ?? []),
  )
  return {
    file,
    referenceId,
    fileNames: referenceId === null ? [stemOf(file), ...uris] : [stemOf(file)],
    labels: new Set(Object.values(openlabel.objects ?? {}).map(({ type }) => type)),
    sources: uris,
    sourceFrameIds: Object.entries(openlabel.frames ?? {}).map(
      ([key, { frame_properties: properties }]) => properties?.frame_id ?? key,
    ),
    isVideo: isOfVideo(openlabel),
    rig: async () => documentRig(openlabel),
    async build(target, rename) {
      const isVideo = rulesOf(request.tag.annotationType).result === 'video'
      reportLeftOutOf(file, openlabel, request, isVideo)
      const read = isVideo ? videoData : boxData
      const relations = relationsOf(document, request)
      return read(document, target, rename, request, relations)
    },
  }
}

function relationsOf({ file, openlabel, referenceId }: SentLabelFile, request: ReadRequest): RelationRecord[] {
  const idOf = (uid: string) => trackIdOf(openlabel, referenceId, uid)
  return [...sentRelations(openlabel, idOf)].flatMap(({ key, records }) => {
    if (records?.every(({ name }) => hasRelation(request.tag, name))) return records
    request.fail({ file, field: `relations.${key}`, type: 'NOT_ALLOWED', lost: 'relation' })
    return []
  })
}

/** Whether the document has neither lidars nor boxes in space. */
const isOfVideo = ({ streams = {}, frames = {}, objects = {} }: SentOpenLabel): boolean =>
  Object.values(streams).every(({ type }) => type !== 'lidar') &&
  [objects, ...Object.values(frames).map((frame) => frame.objects ?? {})].every((list) =>
    Object.values(list).every(({ object_data: data }) => !data?.cuboid?.length),
  )

function boxData(
  { file, openlabel, referenceId }: SentLabelFile,
  target: ImportTarget,
  rename: (label: string) => string | null,
  request: ReadRequest,
  relations: readonly RelationRecord[],
): object {
  const into = new BoxImport(request.tag)
  const report = (field: string, names: readonly string[]) => {
    for (const name of names) request.fail({ file, field: `${field}.${name}`, type: 'UNKNOWN', lost: name })
  }
  const inSpace = new Set<string>()
  for (const object of sentObjects(openlabel, target, referenceId)) {
    const label = rename(object.type)
    if (label === null) continue
    if (object.frame)
      addObject(into, { file, openlabel, object, frame: object.frame, label, inSpace }, target, request, report)
    else request.fail({ file, field: object.field, type: 'UNKNOWN' })
  }
  addContexts(into, openlabel, target, report)
  into.relate(relations)
  return into.data()
}

type Report = (field: string, names: readonly string[]) => void

/** Contexts carry the attributes of the job and of its frames. */
function addContexts(into: BoxImport, openlabel: SentOpenLabel, target: ImportTarget, report: Report): void {
  report('contexts', into.ownAttributes(null, contextValues(openlabel.contexts)))
  for (const { content, frame, key } of sentFrames(openlabel, target))
    if (frame) report(`frames.${key}.contexts`, into.ownAttributes(frame.frameId, contextValues(content.contexts)))
}

/** An object of a video is a track. */
function videoData(
  { file, openlabel, referenceId }: SentLabelFile,
  target: ImportTarget,
  rename: (label: string) => string | null,
  request: ReadRequest,
  relations: readonly RelationRecord[],
): object {
  const related = relationsByObject(relations)
  const places = new Map(target.frames.map((frame, index) => [frame.frameId, index]))
  const objects = Map.groupBy(sentObjects(openlabel, target, referenceId), ({ uid }) => uid)
  const tracks = [...objects.values()].map(
    (inFrames): ReadTrack => ({
      trackId: inFrames[0].trackId,
      label: inFrames[0].type,
      relations: related.get(inFrames[0].trackId),
      frames: inFrames.map(({ data, ofObject, frame, field }): ReadTrackFrame => {
        const [geometry] = sentGeometries(data)
        return {
          frame: places.get(frame?.frameId ?? '') ?? -1,
          shape: (size) => readOpenLabelShape(data, size),
          hidden: geometry?.hidden ?? false,
          keyFrame: true,
          values: [...givenValues(ofObject), ...givenValues(data), ...givenValues(geometry?.attributes ?? {})],
          place: { file, field },
        }
      }),
    }),
  )
  const own = new BoxImport(request.tag)
  addContexts(own, openlabel, target, (field, names) => {
    for (const name of names) request.fail({ file, field: `${field}.${name}`, type: 'UNKNOWN', lost: name })
  })
  return { ...own.data(), ...submittedTracks(request, tracks, target, null, rename) }
}

const contextValues = (contexts: SentOpenLabel['contexts'] = {}) =>
  Object.values(contexts).flatMap(({ context_data: data }) => (data ? [...givenValues(data)] : []))

interface PlacedObject {
  file: string
  openlabel: SentOpenLabel
  object: SentInFrame
  frame: TargetFrame
  label: string
  /** uid and frame of each cuboid: boxes on cameras are linked to it. */
  inSpace: Set<string>
}

function addObject(
  into: BoxImport,
  { file, openlabel, object, frame, label, inSpace }: PlacedObject,
  target: ImportTarget,
  request: ReadRequest,
  report: Report,
): void {
  const { uid, trackId, data, ofObject, field } = object
  const shared = [...givenValues(ofObject), ...givenValues(data)]
  const head = { label, trackId, frameId: frame.frameId }
  const key = `${uid} ${frame.frameId}`
  for (const { val, coordinate_system: system, attributes = {} } of data.cuboid ?? []) {
    const cuboid = val && cuboidOf(val)
    if (!cuboid) {
      request.fail({ file, field: `${field}.cuboid`, type: 'INVALID_VALUE' })
      continue
    }
    const commonFromBox = composed(commonFromSystem(openlabel, target, frame, system), cuboid.pose)
    inSpace.add(key)
    const values = [...shared, ...givenValues(attributes)]
    report(field, into.cuboid({ ...head, commonFromBox, dimensions: cuboid.dimensions, attributes: values }))
  }
  const spaces = sentSpaces(data, (system) => commonFromSystem(openlabel, target, frame, system))
  for (const [index, { kind, shape, attributes }] of spaces.entries()) {
    // An object is one line or one set of points: any further geometry would be a second track.
    if (!shape || index > 0 || data.cuboid) request.fail({ file, field: `${field}.${kind}`, type: 'INVALID_VALUE' })
    else report(field, into.space({ ...head, shape, attributes: [...shared, ...givenValues(attributes)] }))
  }
  for (const { val, coordinate_system: system, attributes = {} } of data.bbox ?? []) {
    const camera = target.sensors.find(({ id, modality }) => modality === 'camera' && id === system)
    const size = frame.files.find(({ sensorId }) => sensorId === camera?.id)?.size
    if (!camera?.isEditable || !size || !hasCameraBoxes(request.tag.annotationType)) {
      request.fail({ file, field: `${field}.bbox`, type: 'NOT_ALLOWED', lost: 'bbox' })
      continue
    }
    const [x, y, width, height] = val
    const rectangle = {
      left: (x - width / 2) / size.widthPx,
      top: (y - height / 2) / size.heightPx,
      right: (x + width / 2) / size.widthPx,
      bottom: (y + height / 2) / size.heightPx,
    }
    const given = [...shared, ...givenValues(attributes)]
    const isLinked = inSpace.has(key)
    report(field, into.rectangle({ ...head, sensorId: camera.id, rectangle, isLinked, attributes: given }))
  }
}

/** Ten numbers with a quaternion, or nine with angles about x, y and z. */
function cuboidOf(val: readonly number[]) {
  const [x, y, z] = val
  const [length, width, height] = val.slice(-3)
  if (!(length > 0 && width > 0 && height > 0)) return null
  const [a, b, c, d] = val.slice(3, 7)
  const heading = val.length === 10 ? { x: a, y: b, z: c, w: d } : quaternionOfEuler({ x: a, y: b, z: c })
  return { pose: { position: { x, y, z }, heading }, dimensions: { length, width, height } }
}

/** Numbers of the common frame stay as they are. */
const composed = (common: Pose, pose: Pose): Pose => (common === identityPose ? pose : composePoses(common, pose))

/** A sensor's, the vehicle's, or the one that all others hang on. */
function commonFromSystem(
  { coordinate_systems: systems = {} }: SentOpenLabel,
  target: ImportTarget,
  frame: TargetFrame,
  name: string | undefined,
): Pose {
  const sensor = frame.files.find(({ sensorId }) => sensorId === name)
  if (name === undefined) return identityPose
  if (sensor && target.sensors.some(({ id }) => id === name)) return sensor.commonFromSensor ?? identityPose
  const isRoot = !Object.hasOwn(systems, name) || systems[name].parent === ''
  return isRoot ? identityPose : (frame.worldFromEgo ?? identityPose)
}
