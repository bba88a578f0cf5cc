import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { type SchemaCheck, schemaCheck } from '../../formats/json/schemaFailures.ts'
import { ImportError, type SentArchive } from '../core/reader.ts'
import { readJson } from '../core/readJson.ts'

interface Table<S extends TSchema> {
  name: string
  check: SchemaCheck<S>
}

/** The members that are read; others are left alone. */
const table = <P extends TProperties>(name: string, members: P) => ({
  name,
  check: schemaCheck(Type.Array(Type.Object({ token: Type.String(), ...members }))),
})

const Text = Type.String()
const numbers = (count: number) => Type.Array(Type.Number(), { minItems: count, maxItems: count })

export const CATEGORIES = table('category', { name: Text, index: Type.Optional(Type.Integer()) })
export const ATTRIBUTES = table('attribute', { name: Text })
export const VISIBILITIES = table('visibility', { level: Type.Optional(Text) })
export const INSTANCES = table('instance', { category_token: Text, track_id: Type.Optional(Text) })
export const SCENES = table('scene', { name: Text })
export const SAMPLES = table('sample', { scene_token: Text, timestamp: Type.Number() })
export const SAMPLE_DATA = table('sample_data', {
  sample_token: Text,
  filename: Text,
  calibrated_sensor_token: Type.Optional(Text),
  ego_pose_token: Type.Optional(Text),
  is_key_frame: Type.Optional(Type.Boolean()),
  width: Type.Optional(Type.Number()),
  height: Type.Optional(Type.Number()),
})
const pose = { translation: numbers(3), rotation: numbers(4) }
export const EGO_POSES = table('ego_pose', pose)
export const SENSOR_ROWS = table('sensor', { channel: Text, modality: Text })
export const CALIBRATED_SENSORS = table('calibrated_sensor', {
  sensor_token: Text,
  camera_intrinsic: Type.Array(Type.Array(Type.Number())),
  ...pose,
})
export const SAMPLE_ANNOTATIONS = table('sample_annotation', {
  sample_token: Text,
  instance_token: Text,
  attribute_tokens: Type.Array(Text),
  visibility_token: Type.Optional(Text),
  translation: numbers(3),
  size: numbers(3),
  rotation: numbers(4),
})
export const LIDARSEG = table('lidarseg', { sample_data_token: Text, filename: Text })
export const PANOPTIC = table('panoptic', { sample_data_token: Text, filename: Text })

export type SampleAnnotation = Static<typeof SAMPLE_ANNOTATIONS.check.schema>[number]
export type SampleData = Static<typeof SAMPLE_DATA.check.schema>[number]
export type PoseRow = Pick<Static<typeof EGO_POSES.check.schema>[number], 'translation' | 'rotation'>
type Sample = Static<typeof SAMPLES.check.schema>[number]

/** The tables of a data set, wherever its folder is in the archive. */
export class SentTables {
  readonly #archive: SentArchive
  /** The folder of the tables, with `/` at its end. */
  readonly #folder: string

  /** @throws ImportError NOT_THIS_FORMAT if the folder of the scenes lacks that table. */
  constructor(archive: SentArchive, needed: { name: string }) {
    const scenes = archive.names.find((name) => /(^|\/)scene\.json$/.test(name))
    this.#archive = archive
    this.#folder = scenes?.slice(0, -'scene.json'.length) ?? ''
    if (scenes === undefined || !archive.has(this.nameOf(needed)))
      throw new ImportError(
        { file: '', type: 'NOT_THIS_FORMAT' },
        `the archive has no scene.json and ${needed.name}.json`,
      )
  }

  nameOf({ name }: { name: string }): string {
    return `${this.#folder}${name}.json`
  }

  /** An entry that a table names, from the folder of the data set. */
  entryOf(filename: string): string {
    return `${this.#folder.replace(/[^/]*\/$/, '')}${filename}`
  }

  has(table: { name: string }): boolean {
    return this.#archive.has(this.nameOf(table))
  }

  read<S extends TSchema>({ name, check }: Table<S>): Promise<Static<S>> {
    return readJson(this.#archive, this.nameOf({ name }), check)
  }

  /** Samples by scene, in the order of time. */
  async samplesByScene(): Promise<Map<string, Sample[]>> {
    const byScene = Map.groupBy(await this.read(SAMPLES), (sample) => sample.scene_token)
    for (const samples of byScene.values()) samples.sort((a, b) => a.timestamp - b.timestamp)
    return byScene
  }
}

export const byToken = <R extends { token: string }>(rows: readonly R[]): ReadonlyMap<string, R> =>
  new Map(rows.map((row) => [row.token, row]))
