import { DEFAULT_INTRINSICS } from '../../geometry/intrinsics.ts'
import type { Tag } from '../../model/tag.ts'
import type { ImportedJob, ImportFailure, ImportTarget, ReadRequest, TargetFrame } from '../core/reader.ts'
import type { LayoutRequest, PlannedFrame, PlannedSensor } from './layout.ts'
import { sourceFailureOf } from './sourceArchive.ts'

type PixelSize = TargetFrame['files'][number]['size']

/** Reports what labels of a source cannot keep: each unknown class, and each kind of lost part, once a scan. */
export class LabelFailures {
  readonly #fail: LayoutRequest['fail']
  readonly #told = new Set<string>()

  constructor({ fail }: Pick<LayoutRequest, 'fail'>) {
    this.#fail = fail
  }

  /** The class of a label; null, and reported, where the tag has none. */
  classOf(tag: Tag, file: string): (label: string) => string | null {
    const known = new Set(tag.classes.filter(({ archived }) => !archived).map(({ name }) => name))
    return (label) => {
      if (known.has(label)) return label
      if (this.#isNew('class', label))
        this.#fail({ file, type: 'UNKNOWN', expected: 'a class of the tag', found: label })
      return null
    }
  }

  /** A request to a reader of imports. */
  readRequest(tag: Tag): ReadRequest {
    return {
      tag,
      options: {},
      fail: ({ file, line, field, type, lost }: ImportFailure) => {
        if (lost !== undefined && !this.#isNew(type, lost)) return
        const place = [...(line === undefined ? [] : [`line ${line}`]), ...(field === undefined ? [] : [field])]
        const found = lost !== undefined && { found: lost }
        this.#fail({ file, type, ...(place.length > 0 && { field: place.join(', ') }), ...found })
      },
    }
  }

  /** An error that ends the reading of labels. @throws it where it is not about a file */
  end(error: unknown): void {
    this.#fail(sourceFailureOf(error))
  }

  #isNew(kind: string, name: string): boolean {
    const key = `${kind}:${name}`
    if (this.#told.has(key)) return false
    this.#told.add(key)
    return true
  }
}

/** What readers of imports know of a job, for frames that will become one. */
export const targetOf = (
  sensors: readonly PlannedSensor[],
  frames: readonly PlannedFrame[],
  sizeOf: (path: string) => PixelSize = () => null,
): ImportTarget => ({
  isPart: true,
  sensors: sensors.map(({ id, modality, intrinsics }, index) => ({
    id,
    modality,
    primaryView: index === 0,
    isEditable: true,
    intrinsics: intrinsics && { ...DEFAULT_INTRINSICS, ...intrinsics },
  })),
  frames: frames.map(({ frameId, worldFromEgo, files }) => ({
    frameId,
    worldFromEgo,
    files: files.map(({ sensorId, file, commonFromSensor }) => {
      const path = file.kind === 'source' ? file.file.path : file.path
      return { sensorId, url: path, size: sizeOf(path), pointCount: null, commonFromSensor }
    }),
  })),
  pointCloudFrame: 'sensor',
})

/** `data` of a part of a data set; null, and reported, where its labels cannot be read. */
export async function importedLabels(
  parts: (request: ReadRequest) => AsyncIterable<ImportedJob>,
  tag: Tag,
  target: ImportTarget,
  failures: LabelFailures,
): Promise<object | null> {
  try {
    for await (const part of parts(failures.readRequest(tag)))
      return await part.build(target, failures.classOf(tag, part.file))
  } catch (error) {
    failures.end(error)
  }
  return null
}
