import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Place } from './fusionPage.ts'

/** What a person does, counted: a press with its release is a click, whether or not it is pulled. Text counts as one. */
export class Hand {
  clicks = 0
  keys = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async key(name: string): Promise<void> {
    this.keys++
    await this.page.keyboard.press(name)
  }
  async click(what: ReturnType<Page['getByRole']>): Promise<void> {
    this.clicks++
    await what.click()
  }
  async press(x: number, y: number): Promise<void> {
    this.clicks++
    await this.page.mouse.click(...(await this.at(x, y)))
  }
  /** Drags between two places, given as shares of the view. */
  async pull(from: Place, to: Place): Promise<void> {
    await this.pullOnPage(await this.at(...from), await this.at(...to))
  }
  async pullOnPage(from: Place, to: Place): Promise<void> {
    this.clicks++
    const { mouse } = this.page
    await mouse.move(...from)
    await mouse.down()
    await mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
    await mouse.move(...to)
    await mouse.up()
  }
  private async at(x: number, y: number): Promise<[number, number]> {
    const view = (await this.page.getByRole('main', { name: 'View' }).boundingBox())!
    return [view.x + x * view.width, view.y + y * view.height]
  }
}

/** Clicks and keys that the documents give for a task. */
export function documentedEffort(task: string): [number, number] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'annotators.md'), 'utf8')
  const row = text.split('\n').find((line) => line.startsWith(`| ${task} |`))
  assert.ok(row, `docs/annotators.md has no row for ${task}`)
  const cells = row.split('|').map((cell) => cell.trim())
  return [Number(cells[3]), Number(cells[4])]
}
