import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type { ImportShown } from '../../src/client/types/imports.ts'
import { sentCloud } from '../../src/interchange/clouds/sentCloud.ts'
import { isImageName } from '../../src/interchange/core/entryNames.ts'
import { asPcd } from '../../src/interchange/core/sentRig.ts'
import { formatByName } from '../../src/interchange/formats.ts'
import { setOf } from '../interchange/exportJob.ts'
import { filedScene } from '../interchange/filedScene.ts'
import { CUBOID_TAG } from '../interchange/hardScenes.ts'
import { exported } from '../interchange/roundTrip.ts'
import { sentFiles } from '../interchange/sentFiles.ts'
import { dataOf, until } from '../support/apiClient.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { zipOf } from './archives.ts'

/** Data sets of sequences, whose clouds lie as PCD where their files are, become jobs with their labels. */

let stage: Stage

before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

interface JobShown {
  job_id: string
  frames: number
}

interface Prediction {
  data: { annotation_data: { annotations: { position?: { x: number }; frame_id: string }[] } }
}

/** The export's own files at the customer's server: clouds as PCD of the same name. */
async function putFiles(format: string, entries: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const archive = sentFiles(Object.fromEntries(entries))
  for (const [name, bytes] of entries) {
    // Documents of OpenLABEL name the addresses that files had; copies stand beside them.
    const path = format === 'openlabel' ? name.replace(/^files.*frame_(\d)__(lidar|front)[^.]*/, '$2/$1') : name
    if (isImageName(name)) stage.files.put(`/${format}/${path}`, Buffer.from(bytes))
    else if (/\.(pcd|bin|feather)$/.test(name) && /lidar|velodyne/i.test(name)) {
      const cloud = await sentCloud(archive, name, null)
      if (cloud) stage.files.put(`/${format}/${asPcd(path)}`, await buffer(cloud))
    }
  }
}

for (const format of ['nuscenes', 'kitti_object', 'kitti_tracking', 'argoverse2', 'openlabel'])
  test(`${format}: a data set becomes jobs with sensors, and its boxes are what the annotator begins with`, async () => {
    const known = formatByName(format)
    assert.ok(known)
    const tenant = await Tenant.create(stage.admin, {}, {})
    const scene = await filedScene(false)
    const { entries } = await exported(known, setOf({ tag: CUBOID_TAG, jobs: [scene], includeFiles: true }))
    await putFiles(format, entries)
    const classes = CUBOID_TAG.classes.map(({ name }) => ({ name, color: 'rgb(1, 2, 3)' }))
    await stage.admin.put(tenant.path(`/tags/${format}`), { operation: 'cuboid3d', classes })
    const sent = Object.fromEntries([...entries].map(([name, bytes]) => [name, Buffer.from(bytes)]))
    delete sent['manifest.json']
    const query = { format, tag: format, into: 'jobs', data_base: `${stage.files.baseUrl}/${format}` }
    const options = JSON.stringify({ map: { police_car: 'police car', police_car_2: 'police_car' } })
    const answer = await tenant.api.call(
      'POST',
      tenant.path(`/imports?${new URLSearchParams({ ...query, options })}`),
      {
        body: await zipOf(sent),
        headers: { 'content-type': 'application/zip' },
      },
    )
    assert.equal(answer.status, 200, answer.bytes.toString())
    const { import_id } = dataOf<{ import_id: string }>(answer)
    const shown = await until(async () => {
      const one = await tenant.api.get<ImportShown>(tenant.path(`/imports/${import_id}`))
      return one.status === 'queued' || one.status === 'running' ? null : one
    })
    assert.equal(shown.status, 'completed', JSON.stringify(shown))
    assert.ok(shown.created > 0 && shown.matched === shown.created, JSON.stringify(shown))
    const { jobs } = await tenant.api.get<{ jobs: JobShown[] }>(tenant.path(`/jobs?tag=${format}`))
    assert.equal(
      jobs.reduce((sum, { frames }) => sum + frames, 0),
      scene.frames.length,
    )
    let boxes = 0
    for (const { job_id } of jobs) {
      const { data } = await tenant.api.get<Prediction>(tenant.path(`/jobs/${job_id}/prediction`))
      boxes += data.annotation_data.annotations.filter(({ position }) => position).length
    }
    assert.ok(boxes > 3, `${boxes} boxes`)
  })
