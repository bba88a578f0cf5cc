import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browserSkip } from '../browser.ts'
import { TestProvider } from '../support/openIdProvider.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { buildSite, visit } from './site.ts'

const skip = browserSkip()

let provider: TestProvider
let stage: OwnStage

before(async () => {
  if (skip) return
  await buildSite()
  provider = await TestProvider.reserve()
  stage = await setOwnStage(provider.settings({ labelers: { role: 'annotator', projects: '*' } }))
  await provider.listen(stage.service.baseUrl)
})
after(async () => {
  await provider?.stop()
  await stage?.clear()
})

test('one click leads to the provider and back, to the page that was asked for', { skip }, async () => {
  provider.people.set('eve', { email: 'eve@example.com', email_verified: true, name: 'Eve', groups: ['labelers'] })
  await visit(stage.service.baseUrl, '/queue?kind=annotate', null, async ({ page, faults }) => {
    await page.getByRole('link', { name: 'Sign in with your organization' }).click()
    await page.getByPlaceholder('Enter any login').fill('eve')
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Queue' }).waitFor()
    assert.equal(page.url(), `${stage.service.baseUrl}/queue?kind=annotate`)
    assert.deepEqual(faults, [])
  })
})

test('a person of no mapped group reads why they cannot come in', { skip }, async () => {
  provider.people.set('fay', { email: 'fay@example.com', email_verified: true, groups: ['others'] })
  await visit(stage.service.baseUrl, '/queue', null, async ({ page }) => {
    await page.getByRole('link', { name: 'Sign in with your organization' }).click()
    await page.getByPlaceholder('Enter any login').fill('fay')
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Your organization has not given you access to Fiducial.').waitFor()
  })
})
