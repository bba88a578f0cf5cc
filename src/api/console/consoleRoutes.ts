import type { Static } from 'typebox'
import {
  consoleEndpoints,
  type JobDetailAnswer,
  type JobRowAnswer,
  type JobRowsAnswer,
} from '../../contract/console.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { isFinished } from '../../model/stage.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { projectPage } from '../../store/cluster/projects/projectList.ts'
import { sumProjects } from '../../store/cluster/projects/projectSums.ts'
import { listAnnotationCounts } from '../../store/cluster/work/annotationCounts.ts'
import { withNames } from '../../store/cluster/work/jobNames.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { findProject } from '../../store/project/projects/projects.ts'
import { listReviews } from '../../store/project/results/reviews.ts'
import { listActiveTimes } from '../../store/project/work/activeTimes.ts'
import { listDrafts } from '../../store/project/work/drafts.ts'
import { countOpenIssues } from '../../store/project/work/issues.ts'
import { listReopenings } from '../../store/project/work/reopenings.ts'
import { listSkips } from '../../store/project/work/skips.ts'
import { projectsSeenBy } from '../../workflow/policies/people.ts'
import { makePlace, readPlace } from '../admin/projectPlace.ts'
import type { ApiContext } from '../context.ts'
import { findJobs } from '../customer/jobList.ts'
import { asSeenBy, ownJobsOnlyAmong, placeInProject } from '../customer/reachedJob.ts'
import { recordSeenBy } from '../customer/record.ts'
import { noSuchJob, noSuchProject } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { jobRow, projectRow } from './rows.ts'

const PROJECTS_A_PAGE = 100

/** What managers look at: projects, jobs, and everything known of one. */
export function consoleRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(consoleEndpoints.listProjectRows, {
      handle: async ({ session, query }) => {
        const after = query.page === undefined ? null : readPlace(query.page)
        const among = projectsSeenBy(session)
        const search = query.search?.trim() || null
        const { projects, last } = await projectPage(pool, after, PROJECTS_A_PAGE, { among, search })
        const ids = projects.map(({ projectId }) => projectId)
        const sums = await sumProjects(pool, ids, await ownJobsOnlyAmong(context, session, ids))
        return {
          projects: projects.map((project) => projectRow(project, sums.get(project.projectId))),
          nextPage: last && makePlace(last),
        }
      },
    }),
    route(consoleEndpoints.getProjectRow, {
      handle: async ({ projectId, session }) => {
        const late = await ownJobsOnlyAmong(context, session, [projectId])
        const [project, sums] = await Promise.all([findProject(pool, projectId), sumProjects(pool, [projectId], late)])
        if (!project) throw noSuchProject()
        return projectRow(project, sums.get(projectId))
      },
    }),
    route(consoleEndpoints.listJobRows, {
      handle: async ({ projectId, query, request, session }): Promise<JobRowsAnswer> => {
        const newestFirst = { order: '-created' as const, ...query }
        const { jobs, nextToken } = await findJobs(context, projectId, newestFirst, request.query, session)
        return { jobs: await jobRows(context, jobs, session), nextPage: nextToken }
      },
    }),
    route(consoleEndpoints.getJobDetail, {
      handle: async ({ projectId, params, session }) => {
        const place = await placeInProject(context, session, projectId, params.jid.toLowerCase())
        return jobDetail(context, place, params.jid, session)
      },
    }),
  ]
}

async function jobRows(context: ApiContext, found: readonly Job[], session: Session): Promise<JobRowAnswer[]> {
  const { pool } = context
  const jobs = await Promise.all(found.map((job) => asSeenBy(context, session, job)))
  const unfinished = jobs.filter(({ stage }) => !isFinished(stage))
  const [named, counts] = await Promise.all([withNames(pool, jobs), listAnnotationCounts(pool, unfinished)])
  return named.map((job) => jobRow(job, counts))
}

async function jobDetail(
  context: ApiContext,
  projectId: string,
  jobId: string,
  session: Session,
): Promise<Static<typeof JobDetailAnswer>> {
  const { pool } = context
  const job = await findJob(pool, projectId, jobId)
  if (!job) throw noSuchJob()
  const [[row], record, activeTimes, reopenings, skips, reviews, drafts, openIssues] = await Promise.all([
    jobRows(context, [job], session),
    recordSeenBy(context, session, job),
    listActiveTimes(pool, job),
    listReopenings(pool, job),
    listSkips(pool, projectId, jobId),
    listReviews(pool, projectId, jobId),
    listDrafts(pool, job),
    countOpenIssues(pool, job),
  ])
  return {
    row,
    record,
    activeTimes,
    reopenings: reopenings.map((reopening) => ({ ...reopening, at: isoTime(reopening.at) })),
    skips: skips.map((skip) => ({ ...skip, at: isoTime(skip.at) })),
    reviews: reviews.map(({ decision, comment, userName, fixed, createdAt }) => ({
      decision,
      comment,
      userName,
      fixed,
      at: isoTime(createdAt),
    })),
    openDrafts: drafts.length,
    openIssues,
  }
}
