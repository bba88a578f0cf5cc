import { isoTime } from '../../formats/isoTime.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { listWorstObjects, listWorstWork } from '../../store/project/quality/scoredWork.ts'
import type { SumRange } from '../../store/project/quality/sums.ts'

/** What checks found worst. `withDocuments`: with the names of those that show it, where the caller may see them. */
export async function worstWork(
  db: Queryable,
  projectId: string,
  range: SumRange,
  { limit, withDocuments }: { limit: number; withDocuments: boolean },
) {
  const [jobs, objects] = await Promise.all([
    listWorstWork(db, projectId, range, limit),
    listWorstObjects(db, projectId, range, limit),
  ])
  const shown = ({ job_id, reference_id, tag, source, at, over }: (typeof jobs)[number]) => ({
    ...{ job_id, reference_id, tag, source, at: isoTime(at) },
    over: withDocuments ? over : null,
  })
  return {
    jobs: jobs.map((row) => ({ ...shown(row), score: row.score })),
    objects: objects.map(({ label, state, likeness, frame, track_id, ...row }) => {
      return { ...shown(row), label, state, likeness, frame, track_id }
    }),
  }
}
