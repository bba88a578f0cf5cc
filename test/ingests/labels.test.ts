import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { zipOf } from '../imports/archives.ts'
import { RAW_DATA, RAW_DRIVE } from '../interchange/rawDrive.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { ingested, jobsOf, upload } from './ingesting.ts'

let stage: Stage

before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

const POSE =
  '<item><tx>10</tx><ty>2</ty><tz>-1.5</tz><rx>0</rx><ry>0</ry><rz>0.3</rz><state>1</state><occlusion>0</occlusion><occlusion_kf>0</occlusion_kf><truncation>0</truncation></item>'
const tracklet = (type: string) =>
  `<item><objectType>${type}</objectType><h>1.4</h><w>1.6</w><l>4.2</l><first_frame>1</first_frame><poses><count>2</count><item_version>2</item_version>${POSE}\n${POSE}</poses><finished>1</finished></item>`
const TRACKLETS = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<!DOCTYPE boost_serialization>
<boost_serialization signature="serialization::archive" version="9">
<tracklets class_id="0" tracking_level="0" version="0"><count>2</count><item_version>1</item_version>
${tracklet('car')}
${tracklet('Tram')}
</tracklets></boost_serialization>`

test('labels of a data set are the starting points of its jobs; classes that the tag lacks are failures', async () => {
  const tenant = await Tenant.create(stage.admin, {}, { work: tagOf('cuboid3d') })
  const picture = await pngOf(40, 30)
  const entries = Object.fromEntries(
    Object.entries(RAW_DATA).map(([path, content]) => [path, path.endsWith('.png') ? picture : Buffer.from(content)]),
  )
  entries[`${RAW_DRIVE}/tracklet_labels.xml`] = Buffer.from(TRACKLETS)
  const files = [await upload(tenant, 'kitti.zip', await zipOf(entries))]
  const shown = await ingested(tenant, { source: { files }, tag: 'work', options: { annotations: true } })
  assert.deepEqual([shown.status, shown.layout, shown.created], ['completed', 'kitti_raw', 1], JSON.stringify(shown))
  assert.deepEqual(
    shown.failures.map(({ type, found }) => [type, found]),
    [['UNKNOWN', 'Tram']],
  )
  const [job] = await jobsOf(tenant, shown)
  assert.deepEqual([job.reference_id, job.frames, job.stage], [RAW_DRIVE, 3, 'queued'])
  const { data } = await tenant.api.get<{
    data: { annotation_data: { annotations: { label: string; frame_id: string }[] } }
  }>(tenant.path(`/jobs/${job.job_id}/prediction`))
  assert.deepEqual(
    data.annotation_data.annotations.map(({ label, frame_id }) => [label, frame_id]),
    [
      ['car', '0000000001'],
      ['car', '0000000002'],
    ],
  )
})
