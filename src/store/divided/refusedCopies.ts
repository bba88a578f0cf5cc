import type { QueueOf } from '../cluster/work/queueConditions.ts'
import type { Queryable } from '../postgres/pools.ts'
import { namedRows } from '../postgres/table.ts'

interface CopyRow {
  project_id: string
  id: string
  origin_project: string
  origin_job: string
  stage: string
  annotator_id: string | null
}

/**
 * Private copies among the jobs of a queue that this person must not get, as project and job id joined: abandoned ones
 * of consensus (see IS_LEFT_COPY) and, for review, those whose origin the person has worked on. The deciding rows are
 * in the projects from which the copies came.
 */
export async function refusedCopies(db: Queryable, of: QueueOf): Promise<string[]> {
  const { rows: copies } = await db.query<CopyRow>(
    `select project_id, id, origin_project, origin_job, stage, annotator_id from jobs
     where project_id = any($1) and origin_project is not null and stage = any($2)`,
    [of.projectIds, [...new Set([...of.annotate, ...of.review, ...of.ownAnnotation, ...of.ownReview])]],
  )
  const refused: string[] = []
  for (const [originProject, some] of Map.groupBy(copies, (copy) => copy.origin_project)) {
    const facts = await factsOf(
      db,
      originProject,
      some.map((copy) => copy.origin_job),
      of.userId,
    )
    for (const copy of some) {
      const fact = facts.get(copy.origin_job)
      const isConsensus = copy.origin_job === copy.id
      const isLeft = isConsensus && !fact?.hasOpenPlace && (copy.annotator_id === null || !fact?.hasRoom)
      const isOwn =
        of.review.some((stage) => stage === copy.stage) && (fact?.hasWorked || isOwnAnnotation(copy, of, fact))
      if (isLeft || isOwn) refused.push(`${copy.project_id}${copy.id}`)
    }
  }
  return refused
}

const isOwnAnnotation = (copy: CopyRow, { userId }: QueueOf, fact: OriginFacts | undefined) =>
  copy.annotator_id === userId && !fact?.selfReview

interface OriginFacts {
  hasWorked: boolean
  hasOpenPlace: boolean
  hasRoom: boolean
  selfReview: boolean
}

async function factsOf(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
  userId: string,
): Promise<Map<string, OriginFacts>> {
  const rows = await namedRows<OriginFacts & { id: string }>(
    db,
    `select j.id, p.self_review,
       exists (select 1 from assignments a where a.project_id = $1 and a.job_id = j.id and a.user_id = $3) as has_worked,
       exists (select 1 from assignments a where a.project_id = $1 and a.job_id = j.id and a.user_id = $3
         and a.purpose = 'consensus' and a.outcome is null) as has_open_place,
       exists (select 1 from consensus_jobs c where c.project_id = $1 and c.job_id = j.id and c.is_open and c.wanted > (
         select count(*) from assignments a where a.project_id = $1 and a.job_id = j.id and a.purpose = 'consensus'
           and (a.outcome is null or a.outcome = 'submitted'))) as has_room
     from jobs j join projects p on p.id = $1 where j.project_id = $1 and j.id = any($2)`,
    [projectId, jobIds, userId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
