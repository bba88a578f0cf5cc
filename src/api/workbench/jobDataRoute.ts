import { resultEndpoints } from '../../contract/results.ts'
import { fileIdOf } from '../../formats/files/fileAddress.ts'
import { memberRange } from '../../json/elements.ts'
import { findFiles } from '../../store/project/files/uploadedFiles.ts'
import { type Asset, isImageFacts, listAssets } from '../../store/project/jobs/assets.ts'
import { dataPlaceOf, findJob, homeOf, type JobPlace, readPayload } from '../../store/project/jobs/jobs.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sendWith } from '../http/sendJson.ts'
import { assistantLinkQuery } from './assistantLink.ts'

const LINK_SECONDS = 86_400

const gone = () => new ApiError('GONE', 'the data of this job was deleted')

/** What a job was made of: its data as received, and its files. */
export function jobDataRoute(context: ApiContext): Route {
  return route(resultEndpoints.getJobData, {
    handle: async ({ projectId, params, reply }) => {
      const job = await findJob(context.pool, projectId, params.jid)
      if (!job) throw noSuchJob()
      const place = dataPlaceOf(job)
      const payload = await readPayload(context.pool, place.projectId, place.jobId)
      const range = payload && memberRange(payload, 'data')
      if (!payload || !range) throw gone()
      const files = await filesOf(context, place, homeOf(job))
      return sendWith(reply, { files }, { data: [payload.subarray(range.start, range.end)] })
    },
  })
}

async function filesOf(context: ApiContext, { projectId, jobId }: JobPlace, home: string) {
  const assets = await listAssets(context.pool, projectId, jobId)
  const { linkSecret } = await context.projects.get(home)
  const query = assistantLinkQuery(linkSecret, jobId, Math.ceil(Date.now() / 1000) + LINK_SECONDS)
  const ids = assets.flatMap(({ url }) => fileIdOf(url) ?? [])
  const uploads = new Map(
    (ids.length > 0 ? await findFiles(context.pool, projectId, ids) : []).map((file) => [file.fileId, file]),
  )
  return assets.map((asset) => {
    const fileId = fileIdOf(asset.url)
    return {
      field: asset.field,
      url: `${context.baseUrl()}/api/assets/${jobId}/${asset.sha256}${query}`,
      sha256: asset.sha256,
      size: asset.bytes,
      ...contentOf(asset),
      ...(fileId === null
        ? { source: 'download' as const }
        : { source: uploads.get(fileId)?.origin ?? ('upload' as const), file_id: fileId }),
    }
  })
}

const contentOf = ({ facts }: Asset) =>
  isImageFacts(facts)
    ? { media_type: `image/${facts.format}` }
    : { media_type: 'application/octet-stream', point_count: facts.pointCount }
