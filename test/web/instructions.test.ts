import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Tag, TagBody } from '../../src/client/types/admin.ts'
import { browserSkip } from '../browser.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite({ review: false }, { boxes: tagOf('image2d', { instructions: 'Tightly.' }) }))
})
after(() => stage?.clear())

const RULES = {
  gold: { share: 0.1, pass: 0.7, action: 'pause', feedback: true },
  training: { jobs: 3, pass: 0.9 },
  consensus: { annotators: 3, agreement: 0.6, share: 0.5 },
  assist_wait_seconds: 30,
} as const satisfies Partial<TagBody>

test('a manager writes instructions with pictures and looks at them; saving keeps the rules that the page does not show', {
  skip,
}, async () => {
  const checked = await Tenant.create(stage.admin, { name: 'checked' }, { boxes: tagOf('image2d', RULES) })
  const manager = await Person.join(stage.admin, 'manager', [checked.projectId])
  const [chosen, pasted] = await Promise.all([1, 2].map((seed) => pngOf(30, 20, seed)))
  await visit(stage.service.baseUrl, `/projects/${checked.projectId}/tags/boxes`, manager, async ({ page, faults }) => {
    const text = page.getByRole('textbox', { name: 'Instructions' })
    await text.fill('# Cars\n\nSo & **not** so:\n\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'good [1].png', mimeType: 'image/png', buffer: chosen })
    await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('/images/'))
    await text.evaluate(
      (field, bytes) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'bad.png', { type: 'image/png' }))
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [...pasted],
    )
    await page.waitForFunction(() => document.querySelector('textarea')?.value.split('/images/').length === 3)
    await page.getByText('Preview').click()
    await page.getByRole('heading', { name: 'Cars' }).waitFor()
    for (const name of ['good 1', 'bad']) {
      const picture = page.getByRole('img', { name })
      await picture.scrollIntoViewIfNeeded()
      await page.waitForFunction((alt) => {
        const image = [...document.images].find((one) => one.alt.replace(/ +/g, ' ').trim() === alt)
        return image?.naturalWidth === 30
      }, name)
    }
    assert.deepEqual(await seriousViolations(page), [])
    await page.getByRole('button', { name: 'Save tag' }).click()
    await page.waitForURL(/\/tags$/)
    assert.deepEqual(faults, [])
  })
  const saved = await stage.admin.get<Tag>(checked.path('/tags/boxes'))
  const { gold, training, consensus, assist_wait_seconds } = saved
  assert.deepEqual({ gold, training, consensus, assist_wait_seconds }, RULES)
  assert.match(saved.instructions ?? '', /^# Cars\n\nSo & \*\*not\*\* so:\n\n!\[.*\]\(\/api\/projects\/.*\)$/)
})

const HOSTILE = [
  'Tightly. <img src="https://elsewhere.example/a.png" onerror="window.hacked = 1">',
  '<script>window.hacked = 1</script>',
  '<iframe src="javascript:window.hacked = 1"></iframe>',
  '[run](javascript:window.hacked=1) and [read](https://example.com/rules)',
  '![tracker](https://elsewhere.example/a.png) ![inline](data:image/svg+xml,%3Csvg/%3E)',
  '| a | b |\n|---|---|\n| 1 | 2 &lt; 3 |',
  `${'>'.repeat(500)} deep`,
].join('\n\n')

test('instructions are shown before a first job and after a change until their reader says so; nothing in them runs or calls elsewhere', {
  skip,
}, async () => {
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await ann.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page, faults }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const isNote = (url: string) => url.endsWith('/instructions/read')
    const dialog = page.getByRole('dialog', { name: 'Instructions: boxes' })
    const changed = dialog.getByText('These instructions have changed since you last read them.')
    const read = async () => {
      const noted = page.waitForResponse((response) => isNote(response.url()))
      await dialog.locator('[data-read]').click()
      assert.equal((await noted).status(), 200)
      await dialog.waitFor({ state: 'detached' })
    }
    await dialog.getByText('Tightly.').waitFor()
    assert.equal(await page.locator('[data-instructions]').first().getAttribute('data-instructions'), '1')
    assert.equal(await changed.count(), 0, 'before a first job nothing can have changed')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(asked.filter(isNote), [], 'who only closes them has not said that they read them')
    await page.reload()
    await dialog.getByText('Tightly.').waitFor()
    await read()
    await page.reload()
    await page.locator('.tool-strip button').first().waitFor()
    assert.equal(await dialog.count(), 0, 'they have been read')

    await stage.admin.put(tenant.path('/tags/boxes'), tagOf('image2d', { instructions: HOSTILE }))
    await page.reload()
    await changed.waitFor()
    await dialog.getByRole('cell', { name: '2 < 3' }).waitFor()
    await dialog.getByText('<script>window.hacked = 1</script>').waitFor()
    await dialog.getByText('(image from another site, not shown: tracker)').waitFor()
    assert.equal(await dialog.locator('img, iframe, script').count(), 0)
    const links = dialog.getByRole('link')
    assert.deepEqual(await links.allTextContents(), ['read'])
    assert.equal(await links.getAttribute('rel'), 'noopener')
    assert.equal(await page.evaluate('window.hacked'), undefined)
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(stage.service.baseUrl)),
      [],
    )
    assert.deepEqual(await seriousViolations(page), [])

    await read()
    await page.getByRole('button', { name: 'Instructions', exact: true }).click()
    await dialog.getByRole('link').waitFor()
    assert.equal(await changed.count(), 0, 'they have been read, also before the page is loaded again')
    assert.equal(await dialog.locator('[data-read]').count(), 0)
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('button', { name: 'Instructions', exact: true }).click()
    await dialog.getByRole('link').waitFor()
    assert.equal(await changed.count(), 0)
    assert.deepEqual(faults, [])
  })
})
