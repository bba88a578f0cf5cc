import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Tag } from '../../src/client/types/admin.ts'
import { browserSkip } from '../browser.ts'
import { Api } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { buildSite, visit } from './site.ts'

const skip = browserSkip()
let stage: OwnStage

before(async () => {
  if (skip) return
  await buildSite()
  stage = await setOwnStage()
})
after(() => stage?.clear())

test('from the set-up link to an annotator before the queue, and from an address through sign-in back to it', {
  skip,
}, async () => {
  const { baseUrl, output } = stage.service
  const setUp = /http\S+\/setup#token=\S+/.exec(output)?.[0]
  assert.ok(setUp, 'the service printed its set-up link')
  const { inviteUrl, key, projectId } = await visit(
    baseUrl,
    setUp.slice(baseUrl.length),
    null,
    async ({ page, faults }) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
      await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
      await page.getByRole('textbox', { name: 'Password' }).fill('Password123!')
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('This password is one of the most common ones. Choose another one.').waitFor()
      await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
      await page.getByRole('button', { name: 'Create account' }).click()

      await page.getByRole('button', { name: 'New project' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Street images')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      const apiKey = await page.getByRole('textbox', { name: 'API key' }).inputValue()
      const id = await page.getByRole('textbox', { name: 'Project ID' }).inputValue()
      await page.getByRole('button', { name: 'I copied them' }).click()

      await page.getByRole('link', { name: 'New tag' }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('vehicles')
      await page.getByRole('textbox', { name: 'Name of class 1' }).fill('car')
      await page.getByRole('button', { name: 'Save tag' }).click()
      await page.getByRole('cell', { name: 'vehicles' }).waitFor()
      assert.equal(await page.getByText(apiKey).count(), 0, 'the key is not shown again')

      await page.getByRole('link', { name: 'People' }).click()
      await page.getByRole('button', { name: 'Invite' }).click()
      await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com')
      await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
      await page.getByText('Without a project they have no access.').waitFor()
      await page.getByRole('combobox', { name: 'Projects' }).click()
      await page.getByRole('option', { name: 'Street images' }).click()
      // The list lies over the button; leaving the field closes the list and not the dialog.
      await page.getByRole('combobox', { name: 'Projects' }).press('Tab')
      await page.getByRole('option', { name: 'Street images' }).waitFor({ state: 'hidden' })
      await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
      const url = await page.getByRole('textbox', { name: 'Link' }).inputValue()
      assert.deepEqual(faults, [])
      return { inviteUrl: url, key: apiKey, projectId: id }
    },
  )

  const { tags } = await stage.admin.get<{ tags: Tag[] }>(`/v1/projects/${projectId}/tags`)
  assert.deepEqual(
    tags.map(({ tag, operation, classes }) => [tag, operation, classes.map(({ name }) => name)]),
    [['vehicles', 'image2d', ['car']]],
  )
  const api = new Api(baseUrl, key)
  assert.equal((await api.call('GET', `/v0/projects/${projectId}/details`)).status, 200, 'the key shown works')
  api.close()

  await visit(baseUrl, inviteUrl.slice(baseUrl.length), null, async ({ page, faults }) => {
    await page.getByText('Your role: Annotator').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill('another long password')
    await page.getByRole('button', { name: 'Get started' }).click()
    await page.getByRole('button', { name: 'Next job' }).waitFor()
    await page.getByText('Queue is empty').waitFor()
    assert.equal(await page.getByRole('link', { name: 'People' }).count(), 0, 'an annotator has no console')

    await page.getByRole('button', { name: 'account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const email = page.getByRole('textbox', { name: 'Email' })
    const password = page.getByRole('textbox', { name: 'Password' })
    await email.fill('ann@example.com')
    await password.fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Wrong email or password').waitFor()
    await password.fill('another long password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Next job' }).waitFor()
    assert.deepEqual(faults, [])
  })

  await visit(baseUrl, inviteUrl.slice(baseUrl.length), null, async ({ page }) => {
    await page.getByText('This invitation is not valid').waitFor()
    // An address that needs somebody leads back to itself after signing in.
    await page.goto(`${baseUrl}/account`)
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Account' }).waitFor()
  })
})
