import type { Tag } from '../../../model/tag.ts'
import { CATEGORIES } from '../../nuscenes/readTables.ts'
import { LIDARSEG_READING } from '../../nuscenesPoints/lidarseg.ts'
import { PANOPTIC_READING } from '../../nuscenesPoints/panoptic.ts'
import { type PointsReading, readPointLabels } from '../../nuscenesPoints/pointsFormat.ts'
import { segmentationData } from '../../segmentation/importLabels.ts'
import { LabelFailures } from '../importedLabels.ts'
import type { LayoutRequest, PlannedFrame } from '../layout.ts'
import type { SourceArchive } from '../sourceArchive.ts'
import type { NuscenesScene } from './sceneTables.ts'
import type { TableReader } from './tableRows.ts'

interface PointTables {
  /** Entries by the token of the cloud's data. */
  files: ReadonlyMap<string, string>
  /** The names of classes by their index. */
  names: ReadonlyMap<number, string>
}

/** The classes of the points of clouds: with instances by `panoptic`, else by `lidarseg`. */
export class ScanLabels {
  readonly #archive: SourceArchive
  readonly #tables: TableReader
  readonly #reading: PointsReading
  readonly #request: LayoutRequest
  readonly #failures: LabelFailures
  #read: Promise<PointTables> | null = null

  private constructor(archive: SourceArchive, tables: TableReader, reading: PointsReading, request: LayoutRequest) {
    this.#archive = archive
    this.#tables = tables
    this.#reading = reading
    this.#request = request
    this.#failures = new LabelFailures(request)
  }

  /** null where the data set has neither table. */
  static in(archive: SourceArchive, tables: TableReader, request: LayoutRequest): ScanLabels | null {
    const reading = [PANOPTIC_READING, LIDARSEG_READING].find(({ table }) => tables.has(table))
    return reading ? new ScanLabels(archive, tables, reading, request) : null
  }

  async of({ samples }: NuscenesScene, [frame]: readonly PlannedFrame[], tag: Tag): Promise<object | null> {
    this.#read ??= this.#readTables()
    const { files, names } = await this.#read
    const data = samples.find(({ token }) => token === frame?.frameId)?.data ?? []
    const file = data.map(({ token }) => files.get(token)).find((found) => found !== undefined)
    if (file === undefined) return null
    try {
      const sent = await readPointLabels(this.#archive, file, this.#reading, names)
      const { fail } = this.#failures.readRequest(tag)
      const classOf = this.#failures.classOf(tag, file)
      return segmentationData(tag, sent, classOf, () => fail({ file, type: 'NOT_ALLOWED', lost: 'instance' }))
    } catch (error) {
      this.#failures.end(error)
      return null
    }
  }

  async #readTables(): Promise<PointTables> {
    const { fail } = this.#request
    const categories = await this.#tables.byToken(CATEGORIES, fail)
    const files = new Map<string, string>()
    for await (const rows of this.#tables.rows(this.#reading.table, fail))
      for (const { row } of rows) files.set(row.sample_data_token, this.#tables.entryOf(row.filename))
    return { files, names: new Map([...categories.values()].map(({ name, index }) => [index ?? -1, name])) }
  }
}
