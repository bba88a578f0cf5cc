import { forgetOldClaims } from '../store/cluster/files/claims.ts'
import { removeReleased } from '../store/cluster/files/released.ts'
import { removeUnnamed } from '../store/cluster/files/removal.ts'
import {
  expireArchives,
  expiredUploads,
  expireFiles,
  forgetOldUrls,
  releaseUnshownImages,
  trimTables,
} from '../store/cluster/housekeeping.ts'
import { projectsWithChanges } from '../store/cluster/projects/progressChanges.ts'
import { projectsWithRetention } from '../store/cluster/retention/projects.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { foldArrivals } from '../store/project/batches/arrivals.ts'
import { deleteUpload } from '../store/project/files/uploads.ts'
import { foldProgress } from '../store/project/progress/progress.ts'
import { foldSums } from '../store/project/quality/sums.ts'
import { applyRetention } from '../workflow/jobs/retention.ts'
import type { PipelineContext } from './context.ts'

const EVERY_MS = 3_600_000
const FIRST_AFTER_MS = 60_000
const DAY_MS = 86_400_000
const FOLD_MS = 15_000
/** Deletes expired data, once an hour in one of all processes. */
export function startHousekeeping(context: PipelineContext): { stop(): void } {
  const fold = () =>
    foldAll(context).catch((error: unknown) => context.log.warn({ err: error }, 'progress was not summed'))
  const folding = setInterval(fold, FOLD_MS)
  const tidy = () =>
    tidyUp(context).catch((error: unknown) => context.log.warn({ err: error }, 'housekeeping did not get through'))
  const first = setTimeout(tidy, FIRST_AFTER_MS)
  const timer = setInterval(tidy, EVERY_MS)
  return {
    stop: () => {
      clearTimeout(first)
      clearInterval(timer)
      clearInterval(folding)
    },
  }
}

/** Sums what happened in each project; until then it is counted one by one. */
export async function foldAll({ pool }: PipelineContext): Promise<void> {
  for (const projectId of await projectsWithChanges(pool)) {
    while ((await foldProgress(pool, projectId)) > 0);
    while ((await foldSums(pool, projectId)) > 0);
    while ((await foldArrivals(pool, projectId)) > 0);
  }
}

export async function tidyUp({ pool, files, log }: Pick<PipelineContext, 'pool' | 'files' | 'log'>): Promise<void> {
  await withTransaction(pool, trimTables)
  for (const { projectId, ...retention } of await projectsWithRetention(pool)) {
    const deleted = await applyRetention(pool, projectId, retention)
    if (deleted > 0) log.info({ projectId, deleted }, 'data deleted that had had its days')
  }
  await releaseUnshownImages(pool)
  while (await expireFiles(pool));
  for (const { kept, ...place } of await expiredUploads(pool)) {
    await files.partialUploads.remove(kept)
    await deleteUpload(pool, place)
  }
  const forgotten = [...(await forgetOldUrls(pool)), ...(await expireArchives(pool)), ...(await forgetOldClaims(pool))]
  const unnamed = await removeUnnamed(pool, files, forgotten)
  const removed = unnamed + (await removeReleased(pool, files))
  const swept = await files.sweepTemporary(DAY_MS)
  if (removed + swept > 0) log.info({ removed, swept }, 'files removed that nothing names')
}
