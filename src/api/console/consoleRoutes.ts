import { type Static, Type } from 'typebox'
import { isoTime } from '../../formats/isoTime.ts'
import { stringEnum } from '../../formats/json/schemas.ts'
import type { JobDetail, JobRowPage } from '../../formats/workbench/console.ts'
import { STAGES, STATUSES } from '../../model/stage.ts'
import { projectPage } from '../../store/cluster/projects/projectList.ts'
import { sumProjects } from '../../store/cluster/projects/projectSums.ts'
import { findProject } from '../../store/project/projects/projects.ts'
import { listReviews } from '../../store/project/results/reviews.ts'
import { listActiveTimes } from '../../store/project/work/activeTimes.ts'
import { listDrafts } from '../../store/project/work/drafts.ts'
import { countOpenIssues } from '../../store/project/work/issues.ts'
import {
  findListedJob,
  JOB_LIST_PAGE,
  type JobCursor,
  type JobFilter,
  listJobs,
  stagesOfStatus,
} from '../../store/project/work/jobList.ts'
import { listSkips } from '../../store/project/work/skips.ts'
import { makePlace, readPlace } from '../admin/projectPlace.ts'
import type { ApiContext } from '../context.ts'
import { jobRecord } from '../customer/record.ts'
import { ApiError, noSuchJob, noSuchProject } from '../http/apiError.ts'
import { textParameter } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import { jobRow, projectRow } from './rows.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const PROJECTS_A_PAGE = 100

const ProjectQuery = Type.Object({
  search: textParameter('part of the name, or the beginning of the id'),
  page: textParameter('nextPage of the page before'),
})

const JobQuery = Type.Object({
  status: Type.Optional(stringEnum(...STATUSES)),
  stage: Type.Optional(stringEnum(...STAGES)),
  tag: textParameter('of this tag'),
  batch_id: Type.Optional(Type.String({ format: 'uuid', description: 'of this batch' })),
  reference_id: textParameter('the one job'),
  page: textParameter('nextPage of the page before'),
})

/** What managers look at: projects, jobs, and everything known of one. */
export function consoleRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route({
      method: 'GET',
      paths: ['/api/projects'],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'Projects that the person sees, with their sums, in the order of their making, 100 a page',
      query: ProjectQuery,
      handle: async ({ session, query }) => {
        const after = query.page === undefined ? null : readPlace(query.page)
        const among = session.role === 'admin' ? null : [...session.projects]
        const search = query.search?.trim() || null
        const { projects, last } = await projectPage(pool, after, PROJECTS_A_PAGE, { among, search })
        const sums = await sumProjects(
          pool,
          projects.map(({ projectId }) => projectId),
        )
        return {
          projects: projects.map((project) => projectRow(project, sums.get(project.projectId))),
          nextPage: last && makePlace(last),
        }
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/projects/:pid'],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'A project with its sums',
      handle: async ({ projectId }) => {
        const [project, sums] = await Promise.all([findProject(pool, projectId), sumProjects(pool, [projectId])])
        if (!project) throw noSuchProject()
        return projectRow(project, sums.get(projectId))
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/projects/:pid/jobs'],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'Jobs of a project, newest first, by what is asked for',
      query: JobQuery,
      handle: async ({ projectId, query }): Promise<JobRowPage> => {
        const found = await listJobs(pool, projectId, filterOf(query), readCursor(query.page))
        const page = found.slice(0, JOB_LIST_PAGE)
        const last = found.length > page.length ? page[page.length - 1].job : null
        return { jobs: page.map(jobRow), nextPage: last && `${last.batchId}.${last.position}` }
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/projects/:pid/jobs/:jid'],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'A job with its record, and who did what with it',
      handle: ({ projectId, params, session }) => jobDetail(context, projectId, params.jid, session.userId),
    }),
  ]
}

async function jobDetail(context: ApiContext, projectId: string, jobId: string, madeBy: string): Promise<JobDetail> {
  const { pool } = context
  const listed = await findListedJob(pool, projectId, jobId)
  if (!listed) throw noSuchJob()
  const [record, activeTimes, skips, reviews, drafts, openIssues] = await Promise.all([
    jobRecord(context, listed.job, madeBy),
    listActiveTimes(pool, listed.job),
    listSkips(pool, projectId, jobId),
    listReviews(pool, projectId, jobId),
    listDrafts(pool, listed.job),
    countOpenIssues(pool, listed.job),
  ])
  return {
    row: jobRow(listed),
    record,
    activeTimes,
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

const invalid = (field: string) =>
  new ApiError('GE_0002', `the parameter ${field} is not valid`, { failures: [{ field, type: 'INVALID_VALUE' }] })

function filterOf(query: Static<typeof JobQuery>): JobFilter {
  const { status, stage, tag = null, batch_id: batchId = null, reference_id: referenceId = null } = query
  const ofStatus = status === undefined ? null : stagesOfStatus(status)
  const stages = stage === undefined ? ofStatus : [stage]
  return { stages, tag, batchId, referenceId }
}

function readCursor(page: string | undefined): JobCursor | null {
  if (page === undefined) return null
  const [batchId, position] = page.split('.')
  if (!UUID.test(batchId) || !/^\d{1,15}$/.test(position ?? '')) throw invalid('page')
  return { batchId, position: Number(position) }
}
