import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CuboidDesk } from '../../../../test/web/desk/cuboidDesk.ts'
import { streetSample } from '../../../../test/web/streetPayload.ts'
import { subtract } from '../../../geometry/vec3.ts'

test('a line that is drawn from above stays on the ground where a car stands in its way', async () => {
  const sample = await streetSample()
  const [car] = sample.street.frames[0].truth
    .filter(({ label }) => label === 'car')
    .toSorted((a, b) => b.pointCount - a.pointCount)
  await CuboidDesk.at(sample, async (desk) => {
    const { editor, work } = desk
    const { position, dimensions } = car.cuboid
    const groundZ = position.z - dimensions.height / 2 - editor.job.originM.z
    editor.setOrbit({ ...editor.orbit, kind: 'top', target: subtract(position, editor.job.originM), distanceM: 18 })
    const camera = desk.viewCamera('main')
    const at = desk.placeOf('main', position)
    const heights = [-30, -20, -10, 0, 10, 20, 30].flatMap((x) =>
      [-30, -15, 0, 15, 30].map((y) => work.host.space.placeUnder(camera, { x: at.x + x, y: at.y + y }, 'polyline3d')),
    )
    for (const place of heights) assert.ok(place && Math.abs(place.z - groundZ) < 0.4, `${place?.z} over ${groundZ}`)
    const posts = [-30, 0, 30].map((x) => work.host.space.placeUnder(camera, { x: at.x + x, y: at.y }, 'keypoint3d'))
    assert.ok(
      posts.some((place) => place && place.z - groundZ > 0.5),
      'key points are set on what is seen',
    )
  })
})
