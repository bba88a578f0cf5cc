import type { Archive } from '../core/archive.ts'
import type { ClassTable } from '../core/classTable.ts'
import { JsonTable } from '../core/jsonTable.ts'
import { stableToken } from '../core/stableIds.ts'

export const VERSION_FOLDER = 'v1.0-fiducial'
export const MAP_NAME = 'maps/blank.png'

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
type TableName = (typeof NAMES)[number]

/** The 13 tables of nuScenes (schema of nuscenes-devkit, docs/schema_nuscenes.md). */
export class NuscenesTables {
  readonly #tables: ReadonlyMap<TableName, JsonTable>
  readonly #known = new Set<string>()
  readonly #logs: string[] = []

  constructor(archive: Archive, classes: ClassTable) {
    this.#tables = new Map(NAMES.map((name) => [name, new JsonTable(archive)]))
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
  }
}

export const categoryToken = (name: string): string => stableToken('category', name)
