import { DEFAULT_INTRINSICS } from '../../geometry/intrinsics.ts'
import type { Tag } from '../../model/tag.ts'
import type { ImportedJob, ImportFailure, ImportTarget, ReadRequest, TargetFrame } from '../core/reader.ts'
import type { LayoutRequest, PlannedFrame, PlannedSensor } from './layout.ts'
import { sourceFailureOf } from './sourceArchive.ts'

type PixelSize = TargetFrame['files'][number]['size']

/** The class of a label; labels that the tag has no class for are reported once and get none. */
export function classesOf(tag: Tag, file: string, { fail }: Pick<LayoutRequest, 'fail'>) {
  const known = new Set(tag.classes.filter(({ archived }) => !archived).map(({ name }) => name))
  const told = new Set<string>()
  return (label: string): string | null => {
    if (known.has(label)) return label
    if (!told.has(label)) fail({ file, type: 'UNKNOWN', expected: 'a class of the tag', found: label })
    told.add(label)
    return null
  }
}

/** A request to a reader of imports, which reports each kind of lost part once a file. */
export function readRequest(tag: Tag, { fail }: Pick<LayoutRequest, 'fail'>): ReadRequest {
  const told = new Set<string>()
  return {
    tag,
    options: {},
    fail({ file, line, field, type, lost }: ImportFailure) {
      const key = JSON.stringify([file, type, lost])
      if (lost !== undefined && told.has(key)) return
      told.add(key)
      const place = [...(line === undefined ? [] : [`line ${line}`]), ...(field === undefined ? [] : [field])]
      fail({ file, type, ...(place.length > 0 && { field: place.join(', ') }), ...(lost && { found: lost }) })
    },
  }
}

/** What readers of imports know of a job, for frames that will become one. */
export const targetOf = (
  sensors: readonly PlannedSensor[],
  frames: readonly PlannedFrame[],
  sizeOf: (path: string) => PixelSize = () => null,
): ImportTarget => ({
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
  parts: AsyncIterable<ImportedJob>,
  tag: Tag,
  target: ImportTarget,
  request: LayoutRequest,
): Promise<object | null> {
  try {
    for await (const part of parts) return await part.build(target, classesOf(tag, part.file, request))
  } catch (error) {
    request.fail(sourceFailureOf(error))
  }
  return null
}
