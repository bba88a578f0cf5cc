import type { Format } from '../../src/interchange/core/format.ts'
import { ImportError, type ImportFailure, type ImportTarget } from '../../src/interchange/core/reader.ts'
import type { Tag } from '../../src/model/tag.ts'
import { sentFiles } from './sentFiles.ts'

/** The target of an image of 64 by 48 pixels, or of a video of two. */
export const imageTarget = (frameIds: readonly string[] = ['']): ImportTarget => ({
  frames: frameIds.map((frameId, index) => ({
    frameId,
    worldFromEgo: null,
    files: [
      {
        sensorId: '',
        url: `https://data.example/${index + 1}.jpg`,
        size: { widthPx: 64, heightPx: 48 },
        pointCount: null,
        commonFromSensor: null,
      },
    ],
  })),
  sensors: [],
  pointCloudFrame: null,
})

/** `data` of every part of an archive as it would be submitted, as one text, with what the reader said. */
export async function sentParts(
  format: Format,
  tag: Tag,
  files: Readonly<Record<string, string | Uint8Array>>,
  target: ImportTarget,
): Promise<{ text: string; failures: ImportFailure[]; refused: ImportError | null }> {
  const failures: ImportFailure[] = []
  const data: object[] = []
  const request = { tag, options: {}, fail: (failure: ImportFailure) => failures.push(failure) }
  try {
    for await (const part of format.read?.(sentFiles(files), request) ?? [])
      data.push(await part.build(target, (label) => label))
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return { text: '', failures, refused: error }
  }
  return { text: JSON.stringify(data), failures, refused: null }
}
