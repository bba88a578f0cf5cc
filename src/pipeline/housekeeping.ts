import { forgetOldClaims } from '../store/cluster/files/claims.ts'
import { removeReleased } from '../store/cluster/files/released.ts'
import { removeUnnamed } from '../store/cluster/files/removal.ts'
import { projectsWithChanges } from '../store/cluster/projects/progressChanges.ts'
import { projectsWithRetention } from '../store/cluster/retention/projects.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { foldArrivals } from '../store/project/batches/arrivals.ts'
import { foldProgress } from '../store/project/progress/progress.ts'
import { foldSums } from '../store/project/quality/sums.ts'
import { applyRetention } from '../workflow/jobs/retention.ts'
import type { PipelineContext } from './context.ts'

const EVERY_MS = 3_600_000
const FIRST_AFTER_MS = 60_000
const DAY_MS = 86_400_000
const FOLD_MS = 15_000
/** An arbitrary number, the same in every process. */
const LOCK_KEY = 7_204_611_903

const TRIMMED = [
  `delete from idempotency_keys where created_at < now() - interval '24 hours'`,
  `delete from dry_runs where created_at < now() - interval '1 hour'`,
  `delete from invitations where expires_at < now() - interval '7 days'`,
  `delete from sessions where expires_at < now() or last_seen_at < now() - interval '7 days'`,
  `delete from sign_in_places where seen_at < now() - interval '180 days'`,
  `delete from notifications where at < now() - interval '90 days'`,
  `delete from sign_in_failures where failed_at < now() - interval '24 hours'`,
]

/** Deletes URLs that were not used for a month, with files that no job names. */
const FORGOTTEN_URLS = `delete from fetched_urls u where fetched_at < now() - interval '30 days'
    and (project_id, cache_key) in (select project_id, cache_key from fetched_urls
      where fetched_at < now() - interval '30 days' limit 1000) returning sha256`

/** Archives of exports that have had their days; the export itself stays in the list. */
const EXPIRED_EXPORTS = `update exports e set sha256 = null from (select project_id, id, sha256 from exports
    where expires_at < now() and sha256 is not null limit 1000) old
  where e.project_id = old.project_id and e.id = old.id returning old.sha256`

/** Pictures that no tag's instructions show, a month after their upload: until then a draft may use them. */
const FORGOTTEN_IMAGES = `with gone as (delete from tag_images i where uploaded_at < now() - interval '30 days'
    and not exists (select 1 from tags t where t.project_id = i.project_id and strpos(t.instructions, i.sha256) > 0)
    returning project_id, sha256)
  insert into released_files (project_id, sha256) select project_id, sha256 from gone
  on conflict (project_id, sha256) do update set released_at = excluded.released_at`

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
  await withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK_KEY])
    if (!rows[0].mine) return
    for (const statement of TRIMMED) await client.query(statement)
  })
  for (const { projectId, ...retention } of await projectsWithRetention(pool)) {
    const deleted = await applyRetention(pool, projectId, retention)
    if (deleted > 0) log.info({ projectId, deleted }, 'data deleted that had had its days')
  }
  await pool.query(FORGOTTEN_IMAGES)
  const { rows: urls } = await pool.query<{ sha256: string }>(FORGOTTEN_URLS)
  const { rows: archives } = await pool.query<{ sha256: string }>(EXPIRED_EXPORTS)
  const claimed = await forgetOldClaims(pool)
  const unnamed = await removeUnnamed(pool, files, [...[...urls, ...archives].map((row) => row.sha256), ...claimed])
  const removed = unnamed + (await removeReleased(pool, files))
  const swept = await files.sweepTemporary(DAY_MS)
  if (removed + swept > 0) log.info({ removed, swept }, 'files removed that nothing names')
}
