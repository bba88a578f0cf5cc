import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type ScreenPoint, screenOf, type ViewCamera } from '../../src/web/view3d/viewCamera.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import {
  classIdOf,
  openingViewCamera,
  type SegmentationOptions,
  type SegmentationSample,
  segmentationSample,
} from './segmentationPayload.ts'

const LAPTOP = { width: 1366, height: 768 }

/** Shares of the large view, from its top left corner. */
export type Share = readonly [x: number, y: number]

/** A person at the page, who knows where each point of the cloud is drawn. */
export class Annotator {
  readonly page: Page
  readonly sample: SegmentationSample
  readonly #editor: EditorPage
  #frame = { x: 0, y: 0, width: 0, height: 0 }
  #viewCamera: ViewCamera | null = null

  constructor(editor: EditorPage, sample: SegmentationSample) {
    this.#editor = editor
    this.page = editor.page
    this.sample = sample
  }

  /** Waits for the cloud, and measures where it is. */
  async arrive(kind: 'top' | 'perspective' = 'top'): Promise<void> {
    const { page } = this
    await page.locator('.sensors-loading').first().waitFor({ state: 'detached' })
    this.#frame = (await page.locator('[data-view=main]').boundingBox())!
    const { width: widthPx, height: heightPx } = this.#frame
    this.#viewCamera = openingViewCamera(this.sample, { widthPx, heightPx }, kind)
    if (kind === 'top') await page.keyboard.press('v')
    await page.mouse.move(this.#frame.x + 5, this.#frame.y + heightPx / 2)
  }

  run<T>(script: string): Promise<T> {
    return this.#editor.run<T>(script)
  }

  /** Takes a tool without the shell around it. */
  tool(name: string): Promise<void> {
    return this.run(`session.setTool('${name}')`)
  }

  ofClass(name: string): Promise<void> {
    return this.run(`session.setCurrentClass('${classIdOf(name)}')`)
  }

  /** Name by point, '' without a label. */
  async names(): Promise<string[]> {
    const { labels, legend } = await this.run<{
      labels: number[]
      legend: { labelKey: number; classId: string; instance: number | null }[]
    }>(`({ labels: [...session.labels], legend: session.document.legend })`)
    const { classes } = this.sample.payload.tag
    const names = new Map<number, string>(
      legend.map(({ labelKey, classId, instance }) => {
        const name = classes.find((one) => one.classId === classId)!.name
        return [labelKey, instance === null ? name : `${name}#${instance}`]
      }),
    )
    return labels.map((key) => (key === 0 ? '' : (names.get(key) ?? `?${key}`)))
  }

  /** Does something and waits until labels or legend have changed by it. */
  async does(act: () => Promise<unknown>): Promise<string[]> {
    const script = `session.labelsVersion + ' ' + JSON.stringify(session.document.legend)`
    const before = await this.run<string>(script)
    await act()
    await this.page.waitForFunction(`(${script}) !== ${JSON.stringify(before)}`)
    return this.names()
  }

  /** Pixels of the page at shares of the view. */
  at([x, y]: Share): [number, number] {
    return [this.#frame.x + x * this.#frame.width, this.#frame.y + y * this.#frame.height]
  }

  /** Where a point is drawn, pixels of the page. */
  placeOf(index: number): [number, number] {
    const at = screenOf(this.#viewCamera!, this.sample.points[index])!
    return [this.#frame.x + at.x, this.#frame.y + at.y]
  }

  async stroke(...way: Share[]): Promise<void> {
    const { mouse } = this.page
    await mouse.move(...this.at(way[0]))
    await mouse.down()
    for (const place of way.slice(1)) await mouse.move(...this.at(place))
    await mouse.up()
  }

  /** Numbers of the points drawn within; those nearer than a pixel to its border are left open. */
  within(isInside: (at: ScreenPoint) => boolean): { sure: Set<number>; open: Set<number> } {
    const sure = new Set<number>()
    const open = new Set<number>()
    const around: readonly Share[] = [
      [0, 0],
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]
    this.sample.points.forEach((point, index) => {
      const at = screenOf(this.#viewCamera!, point)
      if (!at || !Number.isFinite(at.x)) return
      const hits = around.filter(([dx, dy]) => isInside({ x: at.x + dx, y: at.y + dy })).length
      if (hits === around.length) sure.add(index)
      else if (hits > 0) open.add(index)
    })
    return { sure, open }
  }

  withinRectangle(a: Share, b: Share): ReturnType<Annotator['within']> {
    const { width, height } = this.#frame
    const [left, right] = [Math.min(a[0], b[0]) * width, Math.max(a[0], b[0]) * width]
    const [top, bottom] = [Math.min(a[1], b[1]) * height, Math.max(a[1], b[1]) * height]
    return this.within(({ x, y }) => x > left && x < right && y > top && y < bottom)
  }

  get pxPerShare(): ScreenPoint {
    return { x: this.#frame.width, y: this.#frame.height }
  }
}

/** Opens the cloud in a browser of its own. */
export async function atDesk(options: SegmentationOptions, use: (person: Annotator) => Promise<void>): Promise<void> {
  const sample = await segmentationSample(options)
  await withEditor(sample.payload, sample.files, (editor) => use(new Annotator(editor, sample)), LAPTOP)
}

/** Exactly the points of `expected` have the name; those on the border may. */
export function assertNamed(
  names: string[],
  name: string,
  { sure, open }: { sure: Set<number>; open: Set<number> },
): void {
  names.forEach((actual, index) => {
    if (open.has(index)) return
    assert.equal(actual === name, sure.has(index), `point ${index} is ${actual || 'unlabelled'}, not ${name}`)
  })
  assert.ok(sure.size > 0, 'the test would take nothing')
}

export const ALL: [Share, Share] = [
  [0.005, 0.005],
  [0.995, 0.995],
]
