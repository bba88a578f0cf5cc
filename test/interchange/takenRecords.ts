import type { Format } from '../../src/interchange/core/format.ts'
import { ImportError, type ImportFailure } from '../../src/interchange/core/reader.ts'
import { IMAGE_TAG } from './hardImages.ts'
import { sentArchive } from './sentArchive.ts'

interface Taken {
  records: number
  failures: ImportFailure[]
  /** The reason, if the whole archive is refused. */
  refused?: ImportError
}

/** The records and reports that result from one JSON file about an image of 40 × 30 pixels. */
export async function takenRecords(format: Format, content: unknown): Promise<Taken> {
  const taken: Taken = { records: 0, failures: [] }
  const request = { tag: IMAGE_TAG, options: {}, fail: (failure: ImportFailure) => taken.failures.push(failure) }
  const size = { widthPx: 40, heightPx: 30 }
  const image = { sensorId: '', url: 'https://data.example/1.jpg', size, pointCount: null, commonFromSensor: null }
  const target = {
    frames: [{ frameId: '', worldFromEgo: null, files: [image] }],
    sensors: [],
    pointCloudFrame: null,
  }
  try {
    for await (const job of format.read?.(sentArchive({ 'a.json': JSON.stringify(content) }), request) ?? []) {
      const data = await job.build(target, (label) => label)
      taken.records += Object.values((data as { annotations: object }).annotations).flat().length
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    taken.refused = error
  }
  return taken
}
