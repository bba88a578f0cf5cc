import { UNLABELLED, UNLABELLED_COLOR } from '../../model/tag.ts'
import type { Archive } from '../core/archive.ts'
import type { ClassTable } from '../core/classTable.ts'
import type { ExportSet } from '../core/exportSet.ts'
import { JsonTable } from '../core/jsonTable.ts'
import { stableToken } from '../core/stableIds.ts'

export const VERSION_FOLDER = 'v1.0-fiducial'
export const MAP_NAME = 'maps/blank.png'

/** For `NuScenes(colormap=…)`: the devkit only knows the colours of the original classes. */
const COLOURS_NAME = `${VERSION_FOLDER}/colormap.json`
/** Where the devkit looks for the scenes of custom splits. */
const SPLITS_NAME = `${VERSION_FOLDER}/splits.json`

const NAMES = [
  'category',
  'attribute',
  'visibility',
  'instance',
  'sensor',
  'calibrated_sensor',
  'ego_pose',
  'log',
  'scene',
  'sample',
  'sample_data',
  'sample_annotation',
  'map',
] as const
/** Tables of labelled points; a data set with labelled points has one of them. */
export type PointTable = 'lidarseg' | 'panoptic'
type TableName = (typeof NAMES)[number] | PointTable

/** The 13 tables of nuScenes (schema of nuscenes-devkit, docs/schema_nuscenes.md). */
export class NuscenesTables {
  readonly #tables: ReadonlyMap<TableName, JsonTable>
  readonly #known = new Set<string>()
  readonly #logs: string[] = []
  readonly #splits: Map<string, string[]>
  readonly #colours: Map<string, number[]>

  constructor(archive: Archive, { classes, splits }: ExportSet, points: PointTable | null = null) {
    const names: TableName[] = [...NAMES, ...(points ? [points] : [])]
    this.#tables = new Map(names.map((name) => [name, new JsonTable(archive)]))
    this.#splits = new Map(splits.map((split) => [split, []]))
    const noise = unlabelledName(classes)
    if (points) this.add('category', { token: categoryToken(noise), name: noise, description: '', index: 0 })
    const colours = classes.list.map(({ name, tagClass }) => [name, channels(tagClass.color)] as const)
    this.#colours = new Map([...(points ? [[noise, channels(UNLABELLED_COLOR)] as const] : []), ...colours])
    for (const { name, index } of classes.list)
      this.add('category', { token: categoryToken(name), name, description: '', index: index + 1 })
    for (const [token, level] of [
      ['1', 'v0-40'],
      ['2', 'v40-60'],
      ['3', 'v60-80'],
      ['4', 'v80-100'],
    ])
      this.add('visibility', { token, level, description: `visibility of the object in ${level.slice(1)} percent` })
  }

  add(name: TableName, row: object): void {
    this.#tables.get(name)?.add(row)
  }

  /** Adds a row that several things share, once. Answers its token. */
  once(name: TableName, key: readonly string[], row: (token: string) => object): string {
    const token = stableToken(name, ...key)
    if (!this.#known.has(token)) {
      this.#known.add(token)
      this.add(name, row(token))
    }
    return token
  }

  addScene(name: string, split: string, row: object): void {
    this.#splits.get(split)?.push(name)
    this.add('scene', { ...row, name })
  }

  addLog(token: string, logfile: string): void {
    this.#logs.push(token)
    this.add('log', { token, logfile, vehicle: '', date_captured: '', location: '' })
  }

  async flush(): Promise<void> {
    for (const table of this.#tables.values()) await table.flush()
  }

  async writeTo(archive: Archive): Promise<void> {
    this.add('map', {
      token: stableToken('map'),
      log_tokens: this.#logs,
      category: 'semantic_prior',
      filename: MAP_NAME,
    })
    for (const [name, table] of this.#tables) await archive.add(`${VERSION_FOLDER}/${name}.json`, table.content())
    await archive.add(COLOURS_NAME, `${JSON.stringify(Object.fromEntries(this.#colours), null, 1)}\n`)
    await archive.add(SPLITS_NAME, `${JSON.stringify(Object.fromEntries(this.#splits), null, 1)}\n`)
  }
}

/** The name of class 0 (unlabelled points), which must differ from every class of a tag. */
const unlabelledName = ({ list }: ClassTable): string =>
  list.some(({ name }) => name === UNLABELLED) ? `${UNLABELLED} points` : UNLABELLED

const channels = (color: string): number[] => (color.match(/\d+/g) ?? []).map(Number)

export const categoryToken = (name: string): string => stableToken('category', name)
