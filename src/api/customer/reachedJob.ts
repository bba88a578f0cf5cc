import type { Session } from '../../store/cluster/people/sessions.ts'
import { listSpaces, spaceWithJob } from '../../store/cluster/work/privateSpaces.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { findGiven } from '../../store/project/quality/goldGiven.ts'
import { hasHeld } from '../../store/project/work/assignments.ts'
import { seesEveryJob } from '../../workflow/policies/figures.ts'
import { seenByDay } from '../../workflow/policies/seenJobs.ts'
import type { ApiContext } from '../context.ts'
import { noSuchJob } from '../http/apiError.ts'

type Reader = Pick<Session, 'userId' | 'role'>

/**
 * Whether the person sees only the jobs that they hold or have submitted: annotators and viewers, if some of the jobs
 * check people. Anything else would reveal those jobs.
 */
export async function seesOwnJobsOnly({ projects }: ApiContext, reader: Reader, projectId: string): Promise<boolean> {
  return !seesEveryJob(reader, (await projects.get(projectId)).isChecked)
}

/** The projects in which the person sees only those jobs. */
export async function ownJobsOnlyAmong(context: ApiContext, reader: Reader, ids: readonly string[]): Promise<string[]> {
  if (seesEveryJob(reader, true)) return []
  const checked = await Promise.all(ids.map((id) => seesOwnJobsOnly(context, reader, id)))
  return ids.filter((_, i) => checked[i])
}

/** The job in the form for the reader; null: a customer's key, or a link. */
export async function asSeenBy(context: ApiContext, reader: Reader | null, job: Job): Promise<Job> {
  return reader && (await seesOwnJobsOnly(context, reader, homeOf(job))) ? seenByDay(job) : job
}

/**
 * The place of a job's rows for a person who sees its project: in a space of theirs, if they have a copy, otherwise
 * where it was found. `isLate`: late work may arrive for a job that was taken from the person.
 * @throws ApiError 404 if they may not see the job
 */
export async function placeFor(
  context: ApiContext,
  reader: Reader,
  found: string,
  jobId: string,
  { isLate = false } = {},
): Promise<string> {
  const { project, isChecked } = await context.projects.get(found)
  if (!isChecked) return found
  const place = (await spaceWithJob(context.pool, reader.userId, jobId)) ?? found
  if (seesEveryJob(reader, isChecked)) return place
  if (!(await hasHeld(context.pool, { projectId: place, jobId }, reader.userId, isLate))) throw noSuchJob()
  return (await belongsTo(context, place, project.projectId)) ? place : Promise.reject(noSuchJob())
}

async function belongsTo({ projects }: ApiContext, place: string, projectId: string): Promise<boolean> {
  return (await projects.get(place)).project.projectId === projectId
}

/** The same for a job that is named together with its project; reviewers can find gold copies of others. */
export async function placeInProject(
  context: ApiContext,
  reader: Reader,
  projectId: string,
  jobId: string,
): Promise<string> {
  const { isChecked } = await context.projects.get(projectId)
  if (!isChecked) return projectId
  const given = await findGiven(context.pool, projectId, jobId)
  return placeFor(context, reader, given?.copy.projectId ?? projectId, jobId)
}

/** The project and the person's own space in it. */
export async function ownPlaces({ pool }: ApiContext, { userId }: Reader, projectId: string): Promise<string[]> {
  return [projectId, ...(await listSpaces(pool, [projectId], { userId, all: false }))]
}
