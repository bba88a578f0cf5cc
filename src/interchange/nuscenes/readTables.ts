import { type Static, type TArray, type TProperties, type TSchema, Type } from 'typebox'
import { type SchemaCheck, schemaCheck } from '../../formats/json/schemaFailures.ts'
import { ImportError, type SentArchive } from '../core/reader.ts'
import { readJson } from '../core/readJson.ts'

export interface NuscenesTable<R extends TSchema> {
  name: string
  check: SchemaCheck<TArray<R>>
  /** Of one row. */
  row: SchemaCheck<R>
}

/** The members that are read; others are left alone. */
function table<P extends TProperties>(name: string, members: P) {
  const row = Type.Object({ token: Type.String(), ...members })
  return { name, check: schemaCheck(Type.Array(row)), row: schemaCheck(row) }
}

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
  timestamp: Type.Optional(Type.Number()),
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

export type SampleAnnotation = Static<typeof SAMPLE_ANNOTATIONS.row.schema>
export type SampleData = Static<typeof SAMPLE_DATA.row.schema>
export type PoseRow = Pick<Static<typeof EGO_POSES.row.schema>, 'translation' | 'rotation'>
export type CalibratedSensor = Static<typeof CALIBRATED_SENSORS.row.schema>
export type SensorRow = Static<typeof SENSOR_ROWS.row.schema>
type Sample = Static<typeof SAMPLES.row.schema>

const SCENE_FILE = 'scene.json'

/** Folders with a table of scenes, with `/` at their end. */
export const tableFolders = (names: readonly string[]): string[] =>
  names.flatMap((name) =>
    name === SCENE_FILE || name.endsWith(`/${SCENE_FILE}`) ? [name.slice(0, -SCENE_FILE.length)] : [],
  )

/** The tables of a data set, wherever its folder is in the archive. */
export class SentTables {
  readonly #archive: SentArchive
  /** The folder of the tables, with `/` at its end. */
  readonly #folder: string

  /** @throws ImportError NOT_THIS_FORMAT if the folder of the scenes lacks that table. */
  constructor(archive: SentArchive, needed: { name: string }, [folder] = tableFolders(archive.names)) {
    this.#archive = archive
    this.#folder = folder ?? ''
    if (folder === undefined || !archive.has(this.nameOf(needed)))
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

  read<R extends TSchema>({ name, check }: NuscenesTable<R>): Promise<Static<TArray<R>>> {
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
