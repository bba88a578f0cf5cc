import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagOf } from '../../../../test/interchange/exportJob.ts'
import { memorySource, planned } from '../../../../test/interchange/layouts.ts'
import { assertNear, RAW_DATA, RAW_DRIVE } from '../../../../test/interchange/rawDrive.ts'
import { tagClass } from '../../../formats/results/testJobs.ts'
import { applyPose, invertPose } from '../../../geometry/pose.ts'
import { kittiRaw } from './kittiRaw.ts'

const pose = (tx: number, rz: number, occlusion: number) =>
  `<item><tx>${tx}</tx><ty>2</ty><tz>-1.5</tz><rx>0</rx><ry>0</ry><rz>${rz}</rz><state>1</state><occlusion>${occlusion}</occlusion><occlusion_kf>0</occlusion_kf><truncation>0</truncation></item>`
const tracklet = (type: string, first: number, poses: string[], h = '1.4') =>
  `<item><objectType>${type}</objectType><h>${h}</h><w>1.6</w><l>4.2</l><first_frame>${first}</first_frame><poses><count>${poses.length}</count><item_version>2</item_version>${poses.join('\n')}</poses><finished>1</finished></item>`
const TRACKLETS = (...items: string[]) => `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<!DOCTYPE boost_serialization>
<boost_serialization signature="serialization::archive" version="9">
<tracklets class_id="0" tracking_level="0" version="0"><count>${items.length}</count><item_version>1</item_version>
${items.join('\n')}
</tracklets></boost_serialization>`

test('kitti_raw: tracklets become cuboids of the frames, and classes that the tag lacks are reported', async () => {
  const file = `${RAW_DRIVE}/tracklet_labels.xml`
  const xml = TRACKLETS(
    tracklet('car', 1, [pose(10, 0.3, 2), pose(11, 0.4, -1)]),
    tracklet('Tram', 0, [pose(10, 0, 0)]),
    tracklet('car', 0, [pose(10, 0, 0)], '-1'),
  )
  const occluded = { attributeId: 'a1', name: 'occluded', type: 'number' as const, per: 'object' as const }
  const tag = tagOf('cuboid3d', {
    classes: [{ ...tagClass('car'), attributes: [{ ...occluded, required: false }] }],
  } as never)
  const entries = { ...RAW_DATA, [file]: xml }
  const { sequences, failures } = await planned(kittiRaw, memorySource(entries), 'cuboid3d', { annotations: true })
  const [sequence] = sequences
  const data = (await sequence.labels?.([1, 2], tag)) as {
    annotation_data: { annotations: Record<string, unknown>[] }
  }
  const { annotations } = data.annotation_data
  assert.deepEqual(
    annotations.map(({ frame_id, label, track_id, attributes, dimensions }) => [
      frame_id,
      label,
      track_id,
      attributes,
      dimensions,
    ]),
    [
      ['0000000001', 'car', '0', { occluded: { value: 2 } }, { length: 4.2, width: 1.6, height: 1.4 }],
      ['0000000002', 'car', '0', {}, { length: 4.2, width: 1.6, height: 1.4 }],
    ],
  )
  const [lidar] = sequence.frames[1].files
  const centre = applyPose(
    invertPose(lidar.commonFromSensor),
    annotations[0].position as { x: number; y: number; z: number },
  )
  assertNear([centre.x, centre.y, centre.z], [10, 2, -0.8], 1e-9, 'centre')
  assert.deepEqual(failures, [
    { file, type: 'UNKNOWN', expected: 'a class of the tag', found: 'Tram' },
    { file, type: 'INVALID_VALUE', field: 'line 8' },
  ])
  const entities = '<!DOCTYPE boost_serialization [<!ENTITY a "b">]><boost_serialization/>'
  const hostile = await planned(kittiRaw, memorySource({ ...RAW_DATA, [file]: entities }), 'cuboid3d', {
    annotations: true,
  })
  assert.equal(await hostile.sequences[0].labels?.([0, 1, 2], tag), null)
  assert.equal((hostile.failures[0] as { type: string }).type, 'NOT_ALLOWED')
})
