import { type Static, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { quaternionOfEuler } from '../../geometry/euler.ts'
import { composePoses } from '../../geometry/pose.ts'
import { commonFromCloud } from '../clouds/cloudPose.ts'
import { BoxImport } from '../core/boxImport.ts'
import { sequenceJobData } from '../core/lidarJob.ts'
import {
  ImportError,
  type ImportedJob,
  type ImportTarget,
  type Reader,
  type ReadRequest,
  type SentArchive,
} from '../core/reader.ts'
import { readJson } from '../core/readJson.ts'
import { readSentManifest } from '../core/sentManifest.ts'
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
          geometry: Type.Object({ position: Vector, rotation: Vector, dimensions: Vector }),
        }),
      ),
    }),
  ),
})
type SentEpisode = Static<typeof SentEpisode>
const checkEpisode = schemaCheck(SentEpisode)
const checkMap = schemaCheck(Type.Record(Text, Text))

const ANNOTATION = /(?:^|\/)annotation\.json$/

/** Every annotation.json is an episode, and a job. */
export const readSupervisely: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => ANNOTATION.test(name))
  const manifest = await readSentManifest(archive, 'supervisely_pointcloud')
  if (files.length === 0 && !manifest)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'the archive has no annotation.json')
  for (const file of files) {
    const job = manifest?.jobs.find(({ files: own }) => own.includes(file))
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
  const clouds = new Map(
    Object.entries(archive.names.includes(mapName) ? await readJson(archive, mapName, checkMap) : {}),
  )
  const entries = [...clouds.values()].map((name) => `${folder}pointcloud/${name}`)
  return {
    file,
    referenceId,
    fileNames: [folder.slice(0, -1), ...entries],
    labels: new Set(episode.objects.map(({ classTitle }) => classTitle)),
    sources: entries,
    jobData: sequenceJobData,
    async build(target, rename) {
      const into = new BoxImport(request.tag)
      const known = new TargetFrames(target)
      // Names of clouds tell frames of other data sets; ours are as many as the job has, in its order.
      const frameAt = (index: number) =>
        (referenceId === null ? known.byFile(clouds.get(String(index)) ?? '') : null) ?? known.at(index)
      addFigures(into, { file, episode, frameAt }, target, rename, request)
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
      if (!frame || !object || geometryType !== 'cuboid_3d') {
        const type = geometryType === 'cuboid_3d' ? 'UNKNOWN' : 'NOT_ALLOWED'
        request.fail({ file, field, type })
        continue
      }
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
      for (const name of unknown) request.fail({ file, field: `${field}.tags.${name}`, type: 'UNKNOWN' })
    }
  }
}

function addOwnTags(into: BoxImport, { file, episode, frameAt }: PlacedEpisode, request: ReadRequest): void {
  const tags = episode.tags ?? []
  const report = (names: readonly string[]) => {
    for (const name of names) request.fail({ file, field: `tags.${name}`, type: 'UNKNOWN' })
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
