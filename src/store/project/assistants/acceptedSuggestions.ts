import type { Queryable } from '../../postgres/pools.ts'

/** A suggestion that a person took: see `AcceptedSuggestion` of the result documents. */
interface Accepted {
  trackId: string
  frameIds: string[]
  isObject: boolean
  assistance: { assistant: string; version: string | null; score: number | null }
}

/**
 * The accepted suggestions of a job, in the order in which they came. Labels of points have no records of their own.
 */
export async function acceptedSuggestions(
  db: Queryable,
  { projectId, jobId }: { projectId: string; jobId: string },
): Promise<Accepted[]> {
  const { rows } = await db.query<{
    track_id: string
    frame_ids: string[]
    is_object: boolean
    assistant: string
    version: string | null
    score: number | null
  }>(
    `select coalesce(record ->> 'track_id', record ->> '_id') as track_id,
       case when record ->> 'frame_id' is not null then array[record ->> 'frame_id']
            else array(select json_object_keys(record -> 'frames')) end as frame_ids,
       verb <> 'track' as is_object, assistant, nullif(version, '') as version, score
     from assistant_suggestions
     where project_id = $1 and job_id = $2 and state = 'accepted' and verb in ('predict', 'segment', 'fit', 'track')
       and coalesce(record ->> 'track_id', record ->> '_id') is not null
     order by position`,
    [projectId, jobId],
  )
  return rows.map(({ track_id, frame_ids, is_object, ...assistance }) => ({
    trackId: track_id,
    frameIds: frame_ids,
    isObject: is_object,
    assistance,
  }))
}
