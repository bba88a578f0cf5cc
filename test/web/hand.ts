import type { Page } from 'playwright-core'
import type { Effort } from './effort.ts'
import type { Place } from './fusionPage.ts'

/** What a person does, counted: a press with its release is a click, whether or not it is pulled. Text counts as one. */
export class Hand implements Effort {
  clicks = 0
  drags = 0
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
    this.drags++
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
