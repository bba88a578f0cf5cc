import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browserSkip } from '../browser.ts'
import { MailServer } from '../support/mailServer.ts'
import { queuedImage } from '../support/office.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { buildSite, visit } from './site.ts'

const skip = browserSkip()
let stage: OwnStage
let mail: MailServer

before(async () => {
  if (skip) return
  await buildSite()
  mail = await MailServer.start()
  stage = await setOwnStage({ SMTP_URL: mail.url, SMTP_FROM: 'labels@example.com' })
})
after(async () => {
  await stage?.clear()
  await mail?.stop()
})

test('the bell counts what is unread and leads to the job; the account page keeps how a person wants to hear', {
  skip,
}, async () => {
  const tenant = await Tenant.create(stage.admin, { name: 'Streets' }, { boxes: tagOf('image2d') })
  const annotator = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const place = `/api/jobs/${jobId}/issues`
  for (const word of ['box', 'class']) {
    await manager.post(place, { place: {}, text: `@${annotator.email} which ${word}?` })
  }
  await visit(stage.service.baseUrl, '/account', annotator, async ({ page, faults }) => {
    const replies = page.getByLabel('Someone replied to your issue')
    await replies.selectOption({ label: 'In the app and by email' })
    await page.getByText('Saved').waitFor()
    assert.equal(await page.getByLabel('A batch is complete').count(), 0, 'managers alone hear of batches')
    await page.reload()
    await replies.waitFor()
    assert.equal(await replies.inputValue(), 'email')
    await page.getByRole('button', { name: '2 unread notifications' }).click()
    const first = page.getByRole('button', { name: /mentioned you in an issue/ }).first()
    await first.waitFor()
    assert.deepEqual(await seriousViolations(page), [])
    await first.click()
    await page.waitForURL(`**/jobs/${jobId}`)
    // In the workbench too.
    await page.getByRole('button', { name: '1 unread notification' }).waitFor()
    await page.goto(`${stage.service.baseUrl}/queue`)
    await page.getByRole('button', { name: '1 unread notification' }).click()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })
})
