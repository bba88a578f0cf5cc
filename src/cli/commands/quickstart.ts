import { once } from 'node:events'
import { basename, extname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { FiducialClient } from '../../client/fiducialClient.ts'
import type { LocalFile } from '../../client/localFiles.ts'
import type { NewProject, TagBody } from '../../client/types/admin.ts'
import type { IngestShown } from '../../client/types/ingests.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { RefusedError, type StartedService } from '../io.ts'
import type { CliSession } from '../session.ts'
import { failureText, findLocalFiles, sendAll } from './ingest.ts'

const TAG = 'objects'
const POLL_MS = 300

const BASES: Readonly<Record<AnnotationType, NewProject['base']>> = {
  image2d: 'IMAGE',
  video2d: 'VIDEO',
  cuboid3d: 'SENSOR_FUSION',
  cuboid3d_linked2d: 'SENSOR_FUSION',
  segmentation3d: 'POINT_CLOUD_SEGMENTATION',
}

export function quickstartCommands(program: Command, session: CliSession): void {
  program
    .command('quickstart')
    .argument('<path>', 'a folder, archive, video or drive log')
    .option('--classes <names>', 'classes to label, with commas between', 'object')
    .description('from own files to the first job: start the service where none runs, make a project, open the link')
    .action(async (path: string, options: { classes: string }) => {
      const root = resolve(session.io.cwd, path)
      const files = await findLocalFiles(session, root)
      const types = annotationTypesFor(files)
      if (types.length === 0)
        throw new RefusedError(
          `${path} has no data: expected pictures, videos, point clouds, MCAP or ROS logs, or an archive of them; ` +
            `found ${files.length === 0 ? 'no files' : `${files.length} other files`}`,
        )
      session.stop = session.io.stopSignal?.()
      const service = await reachOrStart(session)
      try {
        const classes = options.classes.split(',').flatMap((name) => (name.trim() ? [name.trim()] : []))
        await makeFirstJob(session, { root, files, types, classes, setUpLink: service?.setUpLink ?? null })
        if (service) await untilStopped(session)
      } catch (error) {
        if (!session.stop?.aborted) throw error
      } finally {
        await service?.stop()
      }
    })
}

const IMAGE = new Set(['.jpg', '.jpeg', '.png', '.webp', '.tif', '.tiff', '.bmp', '.avif', '.gif'])
const VIDEO = new Set(['.mp4', '.mov', '.mkv', '.avi', '.webm', '.m4v'])
const CLOUD = new Set(['.pcd', '.ply', '.las', '.laz', '.npy', '.bin', '.feather'])
const UNSEEN = new Set(['.mcap', '.bag', '.db3', '.zst', '.zip', '.tar', '.tgz', '.gz'])

/**
 * The annotation types to try, the one that uses most of the files first. What logs and archives hold is not seen from
 * outside.
 */
function annotationTypesFor(files: readonly LocalFile[]): AnnotationType[] {
  const endings = new Set(files.map(({ name }) => extname(name).toLowerCase()))
  const has = (known: ReadonlySet<string>) => [...endings].some((ending) => known.has(ending))
  if (has(UNSEEN)) return ['cuboid3d_linked2d', 'cuboid3d', 'video2d', 'image2d']
  if (has(CLOUD)) return has(IMAGE) ? ['cuboid3d_linked2d', 'cuboid3d', 'image2d'] : ['cuboid3d']
  if (has(VIDEO)) return has(IMAGE) ? ['image2d', 'video2d'] : ['video2d']
  return has(IMAGE) ? ['image2d'] : []
}

/** Null where a service answers already. */
async function reachOrStart(
  session: CliSession,
): Promise<(Pick<StartedService, 'stop'> & { setUpLink: string | null }) | null> {
  const { io } = session
  const answer = await fetch(`${session.baseUrl}/v1/meta`).catch(() => null)
  if (answer?.ok) return null
  if (answer) throw new RefusedError(`${session.baseUrl} is not a Fiducial service: it answers ${answer.status}`)
  if (!io.startService) throw new RefusedError(`no service answers at ${session.baseUrl}`)
  io.err('starting the service; the first start takes a minute\n')
  const dataDir = resolve(io.cwd, io.env.DATA_DIR || './data')
  const service = io.startService({ ...io.env, DATA_DIR: dataDir })
  const { baseUrl, setUpLink } = await service.ready
  session.options = { ...session.options, url: baseUrl }
  return { setUpLink, stop: () => service.stop() }
}

interface FirstJob {
  root: string
  files: readonly LocalFile[]
  types: readonly AnnotationType[]
  classes: readonly string[]
  setUpLink: string | null
}

async function makeFirstJob(session: CliSession, { root, files, types, classes, setUpLink }: FirstJob): Promise<void> {
  const { io } = session
  const admin = session.client()
  const project = await admin.admin.createProject({ name: basename(root), base: BASES[types[0]] })
  const client = admin.forProject(project.project_id)
  const source = { files: await sendAll(session, client, files) }
  let last: IngestShown | null = null
  for (const [index, type] of types.entries()) {
    const tag = index === 0 ? TAG : `${TAG}_${type}`
    await client.admin.setTag(tag, tagBody(type, classes))
    const { ingest_id } = await client.ingests.create(source, { tag, batch_name: basename(root) })
    const first = await firstJob(session, client, ingest_id)
    if ('jobId' in first) {
      const page = `/jobs/${first.jobId}`
      const link = setUpLink === null ? `${session.baseUrl}${page}` : `${setUpLink}&next=${encodeURIComponent(page)}`
      const shown = {
        url: session.baseUrl,
        project_id: project.project_id,
        tag,
        ingest_id,
        batch_id: first.ingest.batch_id,
        created: first.ingest.created,
        link,
      }
      io.out(session.options.json ? `${JSON.stringify(shown)}\n` : `${first.ingest.why}\nThe first job: ${link}\n`)
      return
    }
    last = first.ingest
    if (!NEXT_TYPE.has(last.error?.code ?? '')) break
  }
  const failures = (last?.failures ?? []).slice(0, 5).map((failure) => `\n  ${failureText(failure)}`)
  throw new RefusedError(
    `no job could be made: ${last?.error?.message ?? `the ingest is ${last?.status}`}${failures.join('')}`,
  )
}

/** Codes of a source that has nothing for the type of the tag, which may have something for another. */
const NEXT_TYPE = new Set(['FS_0003', 'LAYOUT_UNKNOWN', 'NOT_THIS_FORMAT'])

/** Waits until one job of the ingest can be worked on, or the ingest is over without any. */
async function firstJob(
  { io, stop }: CliSession,
  client: FiducialClient,
  ingestId: string,
): Promise<{ jobId: string; ingest: IngestShown } | { ingest: IngestShown }> {
  for (;;) {
    const ingest = await client.ingests.get(ingestId)
    io.terminal?.redraw(`${ingest.status}: ${ingest.progress.files_done} of ${ingest.progress.files_total} files`)
    const filter = { ingest_id: ingestId, stage: 'queued', limit: '1' }
    for await (const { job_id: jobId } of client.jobs.iter(filter)) {
      io.terminal?.redraw('')
      // Its batch is known since the first job was made.
      return { jobId, ingest: await client.ingests.get(ingestId) }
    }
    if (['completed', 'failed', 'cancelled'].includes(ingest.status)) {
      io.terminal?.redraw('')
      return { ingest }
    }
    await sleep(POLL_MS, undefined, { signal: stop })
  }
}

const tagBody = (operation: AnnotationType, classes: readonly string[]): TagBody => ({
  operation,
  classes: classes.map((name, index) => ({ name, color: colorOf(index), instantiable: true })),
})

/** Colours far from each other on the circle of hues, by the golden angle. */
function colorOf(index: number): string {
  const hue = (index * 137.508) % 360
  const part = (shift: number) => {
    const k = (shift + hue / 30) % 12
    return Math.round(255 * (0.55 - 0.4 * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return `rgb(${part(0)}, ${part(8)}, ${part(4)})`
}

async function untilStopped({ io, stop }: CliSession): Promise<void> {
  io.err('the service runs; interrupt to end it\n')
  if (stop && !stop.aborted) await once(stop, 'abort')
}
