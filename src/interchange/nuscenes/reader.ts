import type { Tag } from '../../model/tag.ts'
import { BoxImport } from '../core/boxImport.ts'
import { attributesOfClass, notedValues } from '../core/importedAttributes.ts'
import type { ImportedJob, Reader, ReadRequest } from '../core/reader.ts'
import { readSentManifest } from '../core/sentManifest.ts'
import type { SentRig } from '../core/sentRig.ts'
import { TargetFrames } from '../core/targetFrames.ts'
import { type SentSample, sceneRig, sentCalibration } from './readRig.ts'
import {
  ATTRIBUTES,
  byToken,
  CATEGORIES,
  INSTANCES,
  SAMPLE_ANNOTATIONS,
  SAMPLE_DATA,
  type SampleAnnotation,
  type SampleData,
  SCENES,
  SentTables,
  VISIBILITIES,
} from './readTables.ts'
import { sampleToken } from './sceneRows.ts'

export interface SentScene {
  name: string
  referenceId: string | null
  samples: readonly {
    token: string
    timestampUs: number
    data: readonly SampleData[]
    filenames: readonly string[]
    annotations: readonly SampleAnnotation[]
  }[]
  /** Ids of its frames, where an archive of ours names them. */
  frameIds: readonly string[]
  rig?(samples: readonly SentSample[]): Promise<SentRig>
}

/** An entry that annotations reference by token. */
export interface AnnotationNames {
  file: string
  trackOf(annotation: SampleAnnotation): { label: string; trackId: string } | null
  attributesOf(annotation: SampleAnnotation): string[]
  /** How much of the object is seen, as its table says it. */
  visibilityOf(annotation: SampleAnnotation): string
}

/** A scene a job, its samples are the frames. */
export const readNuscenes: Reader = async function* (archive, request) {
  const tables = new SentTables(archive, SAMPLE_ANNOTATIONS)
  const manifest = await readSentManifest(archive, 'nuscenes')
  const references = new Map(manifest?.jobs.map((job) => [job.name, job]))
  const named = await readNamed(tables)
  const annotations = Map.groupBy(await tables.read(SAMPLE_ANNOTATIONS), (row) => row.sample_token)
  const data = Map.groupBy(await tables.read(SAMPLE_DATA), (row) => row.sample_token)
  const samples = await tables.samplesByScene()
  const calibration = sentCalibration(tables)
  const rig = async (sent: readonly SentSample[]) =>
    sceneRig(sent, await calibration(), (filename) => tables.entryOf(filename))
  for (const { token, name } of await tables.read(SCENES)) {
    const scene: SentScene = {
      name,
      referenceId: references.get(name)?.reference_id ?? null,
      frameIds: references.get(name)?.frames.map(({ frame_id }) => frame_id) ?? [],
      rig,
      samples: (samples.get(token) ?? []).map((sample) => ({
        token: sample.token,
        timestampUs: sample.timestamp,
        data: data.get(sample.token) ?? [],
        filenames: (data.get(sample.token) ?? []).map(({ filename }) => filename),
        annotations: annotations.get(sample.token) ?? [],
      })),
    }
    yield importedScene(scene, named, request)
  }
}

async function readNamed(tables: SentTables): Promise<AnnotationNames> {
  const rows = {
    categories: byToken(await tables.read(CATEGORIES)),
    instances: byToken(await tables.read(INSTANCES)),
    attributes: byToken(await tables.read(ATTRIBUTES)),
    visibilities: byToken(tables.has(VISIBILITIES) ? await tables.read(VISIBILITIES) : []),
  }
  return annotationNames(tables.nameOf(SAMPLE_ANNOTATIONS), rows)
}

interface TokenTables {
  categories: ReadonlyMap<string, { name: string }>
  instances: ReadonlyMap<string, { category_token: string; track_id?: string }>
  attributes: ReadonlyMap<string, { name: string }>
  visibilities: ReadonlyMap<string, { level?: string }>
}

export function annotationNames(
  file: string,
  { categories, instances, attributes, visibilities }: TokenTables,
): AnnotationNames {
  return {
    file,
    visibilityOf: ({ visibility_token: token = '' }) => visibilities.get(token)?.level ?? token,
    trackOf({ instance_token }) {
      const instance = instances.get(instance_token)
      const category = instance && categories.get(instance.category_token)
      return category ? { label: category.name, trackId: instance.track_id || instance_token } : null
    },
    attributesOf: ({ attribute_tokens }) =>
      attribute_tokens.flatMap((token) => {
        const attribute = attributes.get(token)
        return attribute ? [attribute.name] : []
      }),
  }
}

export function importedScene(scene: SentScene, named: AnnotationNames, request: ReadRequest): ImportedJob {
  const { file } = named
  const { rig } = scene
  const all = scene.samples.flatMap(({ annotations }) => annotations)
  for (const annotation of all)
    if (!named.trackOf(annotation)) request.fail({ file, field: `${annotation.token}.instance_token`, type: 'UNKNOWN' })
  return {
    file,
    referenceId: scene.referenceId,
    fileNames:
      scene.referenceId === null ? [scene.name, ...scene.samples.flatMap(({ filenames }) => filenames)] : [scene.name],
    labels: new Set(all.flatMap((annotation) => named.trackOf(annotation)?.label ?? [])),
    sources: [],
    ...(rig && {
      rig: () =>
        rig(scene.samples.map((sample, index) => ({ ...sample, frameId: scene.frameIds[index] ?? sample.token }))),
    }),
    async build(target, rename) {
      const into = new BoxImport(request.tag)
      const frames = new TargetFrames(target)
      const ofToken = new Map(
        target.frames.map((frame) => [sampleToken({ referenceId: scene.referenceId ?? '' }, frame), frame]),
      )
      for (const [index, { token, filenames, annotations }] of scene.samples.entries()) {
        const byFile = filenames.map((name) => frames.byFile(name)).find((frame) => frame !== null)
        const frame = ofToken.get(token) ?? byFile ?? frames.at(index)
        if (!frame) {
          request.fail({ file, field: `sample ${token}`, type: 'UNKNOWN' })
          continue
        }
        for (const annotation of annotations) {
          const track = named.trackOf(annotation)
          const label = track && rename(track.label)
          if (!track || label === null) continue
          const { values, unknown } = attributesFrom(request.tag, label, named.attributesOf(annotation))
          for (const name of unknown)
            request.fail({ file, field: `${annotation.token}.attribute_tokens.${name}`, type: 'UNKNOWN', lost: name })
          const [x, y, z] = annotation.translation
          const [width, length, height] = annotation.size
          const [qw, qx, qy, qz] = annotation.rotation
          const commonFromBox = { position: { x, y, z }, heading: { w: qw, x: qx, y: qy, z: qz } }
          const noted = notedValues(request.tag, label, [[VISIBILITY, named.visibilityOf(annotation)]])
          const attributes = values.has(VISIBILITY) ? values : [...values, ...noted]
          const head = { label, trackId: track.trackId, frameId: frame.frameId, attributes }
          for (const name of into.cuboid({ ...head, commonFromBox, dimensions: { length, width, height } }))
            request.fail({ file, field: `${annotation.token}.${name}`, type: 'UNKNOWN', lost: name })
        }
      }
      return into.data()
    },
  }
}

const VISIBILITY = 'visibility'

/** `name.value` of each, as the class knows its attributes; names may hold dots themselves. */
function attributesFrom(tag: Tag, label: string, written: readonly string[]) {
  const known = attributesOfClass(tag, label)
  const values = new Map<string, string | string[]>()
  const unknown: string[] = []
  for (const text of written) {
    const attribute = known.find(({ name }) => text.startsWith(`${name}.`))
    const value = attribute && text.slice(attribute.name.length + 1)
    if (value === undefined) unknown.push(text)
    else if (attribute?.type === 'multiselect')
      values.set(attribute.name, [...(values.get(attribute.name) ?? []), value])
    else values.set(attribute?.name ?? '', value)
  }
  return { values, unknown }
}
