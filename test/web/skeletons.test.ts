import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Tag } from '../../src/client/types/admin.ts'
import { browserSkip } from '../browser.ts'
import { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { deliveredFromNextJob } from './nextJob.ts'
import { dragInView, saved, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite(
    { name: 'poses' },
    {
      poses: {
        operation: 'image2d',
        classes: [{ name: 'person', color: 'rgb(230, 159, 0)', geometries: ['landmark'] }],
      },
    },
  ))
})
after(() => stage?.clear())

test('a manager gives a class the skeleton of a person, names a point and adds one', { skip }, async () => {
  const manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  await visit(stage.service.baseUrl, `/projects/${tenant.projectId}/tags/poses`, manager, async ({ page, faults }) => {
    await page.getByRole('button', { name: 'More: person' }).click()
    await page.getByRole('button', { name: /skeleton of a person/ }).click()
    await page.getByLabel('Name of keypoint 1', { exact: true }).fill('nose tip')
    const picture = page.getByRole('img', { name: 'Skeleton of person' })
    await picture.click({ position: { x: 20, y: 20 } })
    await page.getByLabel('Name of keypoint 18', { exact: true }).fill('hat')
    await page.getByRole('button', { name: 'Save' }).click()
    let tag: Tag | null = null
    while (!tag?.classes[0].skeleton) tag = await stage.admin.get<Tag>(tenant.path('/tags/poses'))
    const { points, edges } = tag.classes[0].skeleton
    assert.deepEqual([points.length, points[0].name, points[17].name], [18, 'nose tip', 'hat'])
    assert.deepEqual(edges.at(-1), [17, 18])
    assert.deepEqual(faults, [])
  })
})

test('a skeleton is placed by one drag, a point is covered, another taken out, and the result says so', {
  skip,
}, async () => {
  const result = await deliveredFromNextJob(stage, tenant, 'poses', async (page) => {
    await page.keyboard.press('n')
    await dragInView(page, [0.3, 0.3], [0.6, 0.8])
    await page.getByRole('option', { name: /person/ }).waitFor()
    const list = page.getByRole('region', { name: 'Keypoints' })
    await list.getByLabel('left_eye').selectOption('Covered')
    await list.getByLabel('right_eye').selectOption('Absent')
    await saved(page)
    // The list gave the keys back: class and tool keys act at once.
    await page.keyboard.press('v')
  })
  const points: { label: number; visible: boolean }[] = Object.values(result.data.annotations.landmarks[0].points)
  assert.equal(points.length, 17)
  assert.equal(
    points.some(({ label }) => label === 3),
    false,
  )
  assert.deepEqual(
    points.filter(({ visible }) => !visible).map(({ label }) => label),
    [2],
  )
})
