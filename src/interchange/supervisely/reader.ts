import { type Static, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { quaternionOfEuler } from '../../geometry/euler.ts'
import { composePoses } from '../../geometry/pose.ts'
import { commonFromCloud } from '../clouds/cloudPose.ts'
import { BoxImport } from '../core/boxImport.ts'
import { unreadMembers } from '../core/importedAttributes.ts'
import {
  ImportError,
  type ImportedJob,
  type ImportTarget,
  type Reader,
  type ReadRequest,
  type SentArchive,
} from '../core/reader.ts'
import { readJson } from '../core/readJson.ts'
import { jobsByFile, readSentManifest } from '../core/sentManifest.ts'
import { lidarRig } from '../core/sentRig.ts'
import { TargetFrames } from '../core/targetFrames.ts'

const Text = Type.String()
const Vector = Type.Object({ x: Type.Number(), y: Type.Number(), z: Type.Number() })
const SentTag = Type.Object({
  name: Text,
  value: Type.Optional(Type.Unknown()),
  frameRange: Type.Optional(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
})
const SentEpisode = Type.Object({
  tags: Type.Optional(Type.Array(SentTag)),
  objects: Type.Array(
    Type.Object({
      key: Text,
      classTitle: Text,
      track_id: Type.Optional(Text),
      tags: Type.Optional(Type.Array(SentTag)),
    }),
  ),
  frames: Type.Array(
    Type.Object({
      index: Type.Integer({ minimum: 0 }),
      figures: Type.Array(
        Type.Object({
          objectKey: Text,
          geometryType: Text,
          geometry: Type.Unknown(),
        }),
      ),
    }),
  ),
})
type SentEpisode = Static<typeof SentEpisode>
/** Checks the geometry of a cuboid_3d; other geometries are reported. */
const checkCuboid = schemaCheck(Type.Object({ position: Vector, rotation: Vector, dimensions: Vector }))
const checkEpisode = schemaCheck(SentEpisode)
const checkMap = schemaCheck(Type.Record(Text, Text))

const ANNOTATION = /(?:^|\/)annotation\.json$/

/** Every annotation.json is an episode, and a job. */
export const readSupervisely: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => ANNOTATION.test(name))
  const manifest = await readSentManifest(archive, 'supervisely_pointcloud')
  const jobOf = jobsByFile(manifest)
  if (files.length === 0 && !manifest)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'the archive has no annotation.json')
  for (const file of files) {
    const job = jobOf.get(file)
    const episode = await readJson(archive, file, checkEpisode)
    yield await importedEpisode(archive, { file, episode, referenceId: job?.reference_id ?? null }, request)
  }
}

interface OpenEpisode {
  file: string
  episode: SentEpisode
  referenceId: string | null
}

async function importedEpisode(
  archive: SentArchive,
  { file, episode, referenceId }: OpenEpisode,
  request: ReadRequest,
): Promise<ImportedJob> {
  const folder = file.replace(/annotation\.json$/, '')
  const mapName = `${folder}frame_pointcloud_map.json`
  const clouds = new Map(Object.entries(archive.has(mapName) ? await readJson(archive, mapName, checkMap) : {}))
  const entries = [...clouds.values()].map((name) => `${folder}pointcloud/${name}`)
  return {
    file,
    referenceId,
    fileNames: [folder.slice(0, -1), ...entries],
    labels: new Set(episode.objects.map(({ classTitle }) => classTitle)),
    sources: entries,
    rig: async () => lidarRig(entries),
    async build(target, rename) {
      const into = new BoxImport(request.tag)
      const known = new TargetFrames(target)
      // Names of clouds identify frames of other data sets; our own archives have as many clouds as the job, in its
      // order.
      const frameAt = (index: number) =>
        (referenceId === null ? known.byFile(clouds.get(String(index)) ?? '') : null) ?? known.at(index)
      addFigures(into, { file, episode, frameAt }, target, rename, request)
      reportBeside({ file, episode, frameAt }, request)
      addOwnTags(into, { file, episode, frameAt }, request)
      return into.data()
    },
  }
}

interface PlacedEpisode {
  file: string
  episode: SentEpisode
  frameAt(index: number): ReturnType<TargetFrames['at']>
}

function addFigures(
  into: BoxImport,
  { file, episode, frameAt }: PlacedEpisode,
  target: ImportTarget,
  rename: (label: string) => string | null,
  request: ReadRequest,
): void {
  const objects = new Map(episode.objects.map((object) => [object.key, object]))
  for (const [place, { index, figures }] of episode.frames.entries()) {
    const frame = frameAt(index)
    for (const [number, { objectKey, geometryType, geometry }] of figures.entries()) {
      const field = `frames[${place}].figures[${number}]`
      const object = objects.get(objectKey)
      const isCuboid = geometryType === 'cuboid_3d'
      if (!frame || !object || !isCuboid || !checkCuboid.accepts(geometry)) {
        const type = !isCuboid ? 'NOT_ALLOWED' : frame && object ? 'INVALID_VALUE' : 'UNKNOWN'
        request.fail({ file, field, type })
        continue
      }
      reportUnread(figures[number], READ_OF_FIGURE, { file, field }, request)
      const label = rename(object.classTitle)
      if (label === null) continue
      const { position, rotation, dimensions: size } = geometry
      const inCloud = { position, heading: quaternionOfEuler(rotation) }
      const tags = (object.tags ?? []).filter(({ frameRange }) => !frameRange || covers(frameRange, index))
      const unknown = into.cuboid({
        label,
        trackId: object.track_id ?? objectKey,
        frameId: frame.frameId,
        commonFromBox: composePoses(commonFromCloud(target, frame.files), inCloud),
        dimensions: { length: size.x, width: size.y, height: size.z },
        attributes: valuesOf(tags),
      })
      for (const name of unknown) request.fail({ file, field: `${field}.tags.${name}`, type: 'UNKNOWN', lost: name })
    }
  }
}

/** Members that are read, and Supervisely's notes of who made an object and when. */
const MADE = ['id', 'key', 'labelerLogin', 'createdAt', 'updatedAt', 'description']
const READ_OF_FIGURE = new Set([...MADE, 'objectKey', 'geometryType', 'geometry', 'trackId'])
const READ_OF_OBJECT = new Set([...MADE, 'classTitle', 'classId', 'datasetId', 'entityId', 'track_id', 'tags'])
const READ_OF_EPISODE = new Set([...MADE, 'tags', 'objects', 'frames', 'framesCount', 'datasetId'])

function reportUnread(
  value: object,
  read: ReadonlySet<string>,
  { file, field }: { file: string; field: string },
  { fail }: ReadRequest,
): void {
  for (const [name] of unreadMembers(value, read))
    fail({ file, field: field === '' ? name : `${field}.${name}`, type: 'NOT_ALLOWED', lost: name })
}

/** Reports unread members of an episode, and tags of objects without a frame. */
function reportBeside({ file, episode }: PlacedEpisode, request: ReadRequest): void {
  reportUnread(episode, READ_OF_EPISODE, { file, field: '' }, request)
  const placed = new Set(episode.frames.flatMap(({ figures }) => figures.map(({ objectKey }) => objectKey)))
  for (const [index, object] of episode.objects.entries()) {
    const field = `objects[${index}]`
    reportUnread(object, READ_OF_OBJECT, { file, field }, request)
    if (!placed.has(object.key)) request.fail({ file, field, type: 'NOT_ALLOWED', lost: 'object without figures' })
  }
}

function addOwnTags(into: BoxImport, { file, episode, frameAt }: PlacedEpisode, request: ReadRequest): void {
  const tags = episode.tags ?? []
  const report = (names: readonly string[]) => {
    for (const name of names) request.fail({ file, field: `tags.${name}`, type: 'UNKNOWN', lost: name })
  }
  report(into.ownAttributes(null, valuesOf(tags.filter(({ frameRange }) => !frameRange))))
  const ranges = tags.flatMap(({ frameRange }) => (frameRange ? [frameRange] : []))
  // Only frames that the job has: what a file says of their number is not walked through.
  for (let index = 0; ranges.length > 0 && frameAt(index); index++) {
    const own = tags.filter(({ frameRange }) => frameRange && covers(frameRange, index))
    const frame = frameAt(index)
    if (own.length > 0 && frame) report(into.ownAttributes(frame.frameId, valuesOf(own)))
  }
}

const covers = ([first, last]: readonly number[], index: number): boolean => first <= index && index <= last

/** Several tags of one name are a choice of several. */
function valuesOf(tags: readonly Static<typeof SentTag>[]): [string, unknown][] {
  return [...Map.groupBy(tags, ({ name }) => name)].map(([name, same]) => [
    name,
    same.length === 1 ? same[0].value : same.map(({ value }) => value),
  ])
}
