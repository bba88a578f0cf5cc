import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { TagBody } from '../../src/client/types/admin.ts'
import type { Operation } from '../../src/client/types/words.ts'
import { browserSkip } from '../browser.ts'
import { queuedCloud, queuedDrive, queuedImage, queuedVideo } from '../support/office.ts'
import { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { opened, setSite, visit } from './site.ts'

const skip = browserSkip()
const OPERATIONS = { image: 'image2d', video: 'video2d', cuboids: 'cuboid3d', points: 'segmentation3d' } as const
type Kind = keyof typeof OPERATIONS
const KINDS = Object.keys(OPERATIONS) as Kind[]

/** One act, as each kind of job calls it; a word for all of them where they agree. */
const ACTS: readonly (string | Partial<Record<Kind, string>>)[] = [
  {
    image: 'Merge polygons or masks',
    video: "Merge tracks (keeps the earlier one's class)",
    cuboids: 'Merge selected tracks',
    points: 'Merge selected instances',
  },
  { video: 'Split track', cuboids: 'Split track' },
  { video: 'End track before this frame', cuboids: 'Toggle end of track' },
  { video: 'Next keyframe of selection', cuboids: 'Next keyframe of selection' },
  { video: 'Previous keyframe of selection', cuboids: 'Previous keyframe of selection' },
  { video: 'Next frame', cuboids: 'Next frame' },
  { video: 'Toggle keyframe', cuboids: 'Toggle keyframe' },
  { video: 'Propagate forward', cuboids: 'Propagate forward' },
  { video: 'Delete in this frame', cuboids: 'Delete in this frame' },
  { video: 'Delete from this frame on', cuboids: 'Delete from this frame on' },
  { image: 'Delete objects', video: 'Delete objects', cuboids: 'Delete objects', points: 'Delete selected labels' },
  { image: 'Isolate selection', video: 'Isolate selection', cuboids: 'Isolate selection', points: 'Isolate selection' },
  { image: 'Hide selection', video: 'Hide selection', cuboids: 'Hide selection', points: 'Hide or show selection' },
  { image: 'Show all', video: 'Show all', cuboids: 'Show all', points: 'Reset filters' },
  'Fit to screen',
  'Cancel or clear selection',
  'Undo',
  'Next open issue',
  'Pin an issue to a point',
  'Submit or accept',
]

let stage: Stage
let tenant: Tenant
let ann: Person

before(async () => {
  if (skip) return
  const tagOf = (operation: Operation): TagBody => ({
    operation,
    classes: [{ name: 'car', color: 'rgb(230, 159, 0)' }],
  })
  const tags = Object.entries(OPERATIONS).map(([tag, operation]) => [tag, tagOf(operation)])
  ;({ stage, tenant } = await setSite({ name: 'street', base: 'SENSOR_FUSION' }, Object.fromEntries(tags)))
  ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
})
after(() => stage?.clear())

const queue = (kind: Kind): Promise<string> => {
  if (kind === 'image') return queuedImage(stage, tenant, kind)
  if (kind === 'video') return queuedVideo(stage, tenant, kind)
  return kind === 'cuboids' ? queuedDrive(stage, tenant, kind) : queuedCloud(stage, tenant, kind, 400)
}

/** Keys by the name of what they do, as the list of keys says. */
async function keysOf(page: Page, kind: Kind): Promise<Map<string, string[]>> {
  const jobId = await queue(kind)
  await ann.post(`/api/jobs/${jobId}/claim`)
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await opened(page)
  await page.keyboard.press('?')
  const rows = page.getByRole('dialog').getByRole('row')
  await rows.filter({ hasText: 'Submit or accept' }).waitFor()
  return new Map(
    await rows.evaluateAll((all) =>
      all.map((row): [string, string[]] => [
        row.querySelector('td')?.textContent ?? '',
        [...row.querySelectorAll('kbd')].map((key) => key.textContent),
      ]),
    ),
  )
}

test(
  'the same act has the same key in every kind of job, and no key of a segmentation is named for objects',
  {
    skip,
  },
  () =>
    visit(stage.service.baseUrl, '/favicon.ico', ann, async ({ page, faults }) => {
      const keys = new Map<Kind, Map<string, string[]>>()
      for (const kind of KINDS) keys.set(kind, await keysOf(page, kind))
      const apart = ACTS.filter((act) => {
        const named: [Kind, string][] = KINDS.flatMap((kind) => {
          const name = typeof act === 'string' ? act : act[kind]
          return name === undefined ? [] : [[kind, name]]
        })
        const [first, ...others] = named.map(([kind, name]) => keys.get(kind)?.get(name) ?? [])
        return !first.some((key) => others.every((other) => other.includes(key)))
      })
      assert.deepEqual(apart, [])
      const ofPoints = [...(keys.get('points')?.keys() ?? [])]
      assert.ok(ofPoints.includes('Merge selected instances'))
      assert.deepEqual(
        ofPoints.filter((name) => name.startsWith('Change class of selection')),
        [],
      )
      assert.deepEqual(faults, [])
    }),
)
