import { type CheckOptions, checkFile } from './checkFile.ts'
import type { PipelineContext } from './context.ts'
import type { FetchedAsset } from './fetchedAsset.ts'
import { type FileError, type FileFailure, fileFailure } from './fileFailure.ts'
import type { FileToCheck } from './filesOfJob.ts'

/** Downloads of one job that run side by side: enough to fill a line, few enough to leave room for other jobs. */
export const FILES_SIDE_BY_SIDE = 8

export interface RoundOutcome {
  assets: FetchedAsset[]
  failures: FileFailure[]
  /** Not tried before the time was over. */
  untried: FileToCheck[]
}

/**
 * Makes one attempt at each file. Frames with the same URL share it. `onProgress` is called as files finish, so that
 * they can be stored. Throws errors that are not the fault of a file.
 */
export async function checkFiles(
  context: PipelineContext,
  files: readonly FileToCheck[],
  options: CheckOptions & { untilMs?: number; onProgress?: (asset: FetchedAsset) => Promise<void> },
): Promise<RoundOutcome> {
  const outcome: RoundOutcome = { assets: [], failures: [], untried: [] }
  const shared = new Map<string, Promise<FetchedAsset>>()
  const once = (file: FileToCheck) => {
    const key = JSON.stringify([file.kind, file.calibrated, file.layout, file.url])
    const running = shared.get(key) ?? checkFile(context, file, options)
    shared.set(key, running)
    return running
  }
  let next = 0
  const work = async () => {
    while (next < files.length) {
      options.signal.throwIfAborted()
      const file = files[next++]
      if (options.untilMs !== undefined && performance.now() > options.untilMs) {
        outcome.untried.push(file)
        continue
      }
      try {
        const { field, frameIndex, sensorId } = file
        const asset = { ...(await once(file)), field, frameIndex, sensorId }
        outcome.assets.push(asset)
        await options.onProgress?.(asset)
      } catch (error) {
        const failure = fileFailure(error, file.field, file.kind)
        if (!failure) throw error
        outcome.failures.push(failure)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(FILES_SIDE_BY_SIDE, files.length) }, work))
  return { ...outcome, failures: inOrderOf(files, outcome.failures) }
}

/** Failures in the order in which their files are named in the body. */
export function inOrderOf<F extends FileError>(files: readonly { field: string }[], failures: readonly F[]): F[] {
  const order = new Map(files.map((file, index) => [file.field, index]))
  return failures.toSorted((a, b) => (order.get(a.field) ?? 0) - (order.get(b.field) ?? 0))
}
