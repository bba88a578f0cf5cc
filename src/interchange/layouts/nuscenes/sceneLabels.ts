import type { Static, TSchema } from 'typebox'
import type { Tag } from '../../../model/tag.ts'
import { type AnnotationNames, annotationNames, importedScene } from '../../nuscenes/reader.ts'
import {
  ATTRIBUTES,
  CATEGORIES,
  INSTANCES,
  type NuscenesTable,
  SAMPLE_ANNOTATIONS,
  type SampleAnnotation,
  VISIBILITIES,
} from '../../nuscenes/readTables.ts'
import { LabelFailures, targetOf } from '../importedLabels.ts'
import type { LayoutRequest, PlannedFrame } from '../layout.ts'
import type { NuscenesScene } from './sceneTables.ts'
import type { TableReader } from './tableRows.ts'

/** Rows that are read together: between them are at most this many bytes of others. */
const GAP_BYTES = 64 * 1024
const READ_BYTES = 4 * 1024 * 1024

interface RowPlace {
  offset: number
  byteLength: number
}

/**
 * The boxes of the scenes of a source. Their table has more than a million rows, so it is read once for the places of
 * its rows, and then again where a scene has its rows.
 */
export class SceneLabels {
  readonly #tables: TableReader
  readonly #request: LayoutRequest
  readonly #failures: LabelFailures
  #reading: Promise<{ named: AnnotationNames; places: AnnotationPlaces }> | null = null

  constructor(tables: TableReader, request: LayoutRequest) {
    this.#tables = tables
    this.#request = request
    this.#failures = new LabelFailures(request)
  }

  /** Boxes of frames of a scene, as submitted. Frames are called by the tokens of their samples. */
  async of(scene: NuscenesScene, frames: readonly PlannedFrame[], tag: Tag): Promise<object | null> {
    this.#reading ??= this.#read()
    const { named, places } = await this.#reading
    const request = this.#failures.readRequest(tag)
    const samples = []
    for (const { frameId: token } of frames) {
      const annotations = await this.#rowsAt(places.of(token))
      samples.push({ token, timestampUs: 0, data: [], filenames: [], annotations })
    }
    const sent = { name: scene.name, referenceId: null, frameIds: [], samples }
    const classOf = this.#failures.classOf(tag, named.file)
    return importedScene(sent, named, request).build(targetOf([], frames), classOf)
  }

  async #read(): Promise<{ named: AnnotationNames; places: AnnotationPlaces }> {
    const places = new AnnotationPlaces()
    for await (const rows of this.#tables.rows(SAMPLE_ANNOTATIONS, this.#request.fail))
      for (const { row, offset, byteLength } of rows) places.add(row.sample_token, offset, byteLength)
    const rowsOf = async <R extends TSchema>(table: NuscenesTable<R>) =>
      this.#tables.has(table) ? this.#tables.byToken(table, this.#request.fail) : new Map<string, Static<R>>()
    const rows = {
      categories: await rowsOf(CATEGORIES),
      instances: await rowsOf(INSTANCES),
      attributes: await rowsOf(ATTRIBUTES),
      visibilities: await rowsOf(VISIBILITIES),
    }
    return { named: annotationNames(this.#tables.nameOf(SAMPLE_ANNOTATIONS), rows), places }
  }

  async #rowsAt(places: readonly RowPlace[]): Promise<SampleAnnotation[]> {
    const rows: SampleAnnotation[] = []
    for (const near of runsOf(places)) rows.push(...(await this.#tables.rowsAt(SAMPLE_ANNOTATIONS, near)))
    return rows
  }
}

/** Places of rows in the order of the file, together where they are near each other. */
function* runsOf(places: readonly RowPlace[]): Generator<RowPlace[]> {
  let run: RowPlace[] = []
  for (const place of places) {
    const last = run.at(-1)
    const isFar = last && place.offset - last.offset - last.byteLength > GAP_BYTES
    if (last && (isFar || place.offset - run[0].offset > READ_BYTES)) {
      yield run
      run = []
    }
    run.push(place)
  }
  if (run.length > 0) yield run
}

/** Places of rows by sample. A million lists of objects would take ten times the memory of these numbers. */
class AnnotationPlaces {
  readonly #numbers = new Map<string, number>()
  #rows = 0
  #samples = new Uint32Array(1024)
  #offsets = new Float64Array(1024)
  #lengths = new Uint32Array(1024)
  #bySample: Map<number, number[]> | null = null

  add(sample: string, offset: number, byteLength: number): void {
    const number = this.#numbers.get(sample) ?? this.#numbers.size
    this.#numbers.set(sample, number)
    if (this.#rows === this.#samples.length) {
      this.#samples = grown(this.#samples, new Uint32Array(2 * this.#rows))
      this.#offsets = grown(this.#offsets, new Float64Array(2 * this.#rows))
      this.#lengths = grown(this.#lengths, new Uint32Array(2 * this.#rows))
    }
    this.#samples[this.#rows] = number
    this.#offsets[this.#rows] = offset
    this.#lengths[this.#rows++] = byteLength
  }

  of(sample: string): RowPlace[] {
    const number = this.#numbers.get(sample)
    if (number === undefined) return []
    this.#bySample ??= this.#grouped()
    return (this.#bySample.get(number) ?? []).map((row) => ({
      offset: this.#offsets[row],
      byteLength: this.#lengths[row],
    }))
  }

  #grouped(): Map<number, number[]> {
    const bySample = new Map<number, number[]>()
    for (let row = 0; row < this.#rows; row++) {
      const rows = bySample.get(this.#samples[row])
      if (rows) rows.push(row)
      else bySample.set(this.#samples[row], [row])
    }
    return bySample
  }
}

function grown<A extends Uint32Array | Float64Array>(from: A, to: A): A {
  to.set(from)
  return to
}
