import assert from 'node:assert/strict'
import type { Vec3 } from '../../../src/geometry/vec3.ts'
import type { EditorSession } from '../../../src/web/document/session.ts'
import { labelCommands } from '../../../src/web/modes/segmentation3d/labelCommands.ts'
import type { LabelEditor } from '../../../src/web/modes/segmentation3d/labelEditor.ts'
import type { LabelWorkspace } from '../../../src/web/modes/segmentation3d/labelScene.ts'
import { makeLabelWork } from '../../../src/web/modes/segmentation3d/labelWork.ts'
import type { Suggestion } from '../../../src/web/modes/segmentation3d/suggestions.ts'
import { LabelStore } from '../../../src/web/scene/labels/labelStore.ts'
import { MAIN_VIEW } from '../../../src/web/tools/points/pointHost.ts'
import { POINT_TOOLS } from '../../../src/web/tools/points/pointTools.ts'
import { fusionJobOf } from '../../../src/web/view3d/fusionJobOf.ts'
import { type ScreenPoint, screenOf, type ViewCamera } from '../../../src/web/view3d/viewCamera.ts'
import { classIdOf, type SegmentationSample } from '../segmentationPayload.ts'
import { type Browser, openJob, Pane, SceneDesk, t } from './sceneDesk.ts'

/** Shares of the large view, from its top left corner. */
export type Share = readonly [x: number, y: number]

export const ALL: [Share, Share] = [
  [0.005, 0.005],
  [0.995, 0.995],
]

/** Numbers of points that are within for sure, and of those on the border, which may be or not. */
export interface Within {
  sure: Set<number>
  open: Set<number>
}

/** A person at the segmentation mode: with the page's editor, tools, keys and workers, but nothing drawn. */
export class LabelDesk extends SceneDesk<string> {
  readonly work: LabelWorkspace
  readonly sample: SegmentationSample
  readonly pane = new Pane(900, 640)
  readonly dispose: () => void

  private constructor(session: EditorSession, sample: SegmentationSample, made: ReturnType<typeof makeLabelWork>) {
    super(session)
    this.sample = sample
    this.work = made.scene
    this.dispose = made.dispose
    this.work.host.setPane(MAIN_VIEW, this.pane)
    this.keymap.register(labelCommands(this.work))
  }

  /** Opens the cloud, does something at it once its points are there, and closes it. */
  static async at(
    sample: SegmentationSample,
    use: (desk: LabelDesk) => Promise<void> | void,
    kind: 'top' | 'perspective' = 'top',
  ): Promise<void> {
    const desk = await LabelDesk.open(sample, { kind })
    try {
      await use(desk)
      await desk.work.strokes.settled
    } finally {
      desk.close()
    }
  }

  /** Opens the cloud, in this browser: its points are there, and all of them are in view. */
  static async open(
    sample: SegmentationSample,
    { kind = 'top', browser }: { kind?: 'top' | 'perspective'; browser?: Browser } = {},
  ): Promise<LabelDesk> {
    const session = await openJob(sample, browser)
    const job = fusionJobOf(session.job)
    assert.ok(job)
    session.setTools(POINT_TOOLS)
    const desk = new LabelDesk(session, sample, makeLabelWork(session, job, null, new LabelStore(session), t))
    await desk.until(() => desk.editor.cloud !== null)
    desk.press('0')
    if (kind === 'top') desk.press('V', '0')
    return desk
  }

  close(): void {
    this.dispose()
    this.session.dispose()
  }

  get editor(): LabelEditor {
    return this.work.editor
  }

  protected override get tool() {
    return this.work.tool
  }

  protected override get changing() {
    return [this.editor, this.work.suggestions]
  }

  take(tool: string): this {
    this.session.setTool(tool)
    return this
  }

  ofClass(name: string): this {
    this.session.setCurrentClass(classIdOf(name))
    return this
  }

  /** Name by point, '' without a label. */
  names(): string[] {
    const { labels } = this.session
    assert.ok(labels)
    const { editor } = this
    const names = new Map(editor.legend.map((entry) => [entry.labelKey, editor.nameOf(entry)]))
    return Array.from(labels, (key) => (key === 0 ? '' : (names.get(key) ?? `?${key}`)))
  }

  /** Does something and waits until it has changed labels or legend. */
  async does(act: () => unknown): Promise<string[]> {
    const state = () => `${this.session.labelsVersion} ${JSON.stringify(this.editor.legend)}`
    const before = state()
    act()
    await this.until(() => state() !== before)
    return this.names()
  }

  /** The suggestion, as soon as it is of this kind and meets the condition. */
  async offered<Kind extends Suggestion['kind']>(
    kind: Kind,
    isMeant: (offer: Extract<Suggestion, { kind: Kind }>) => boolean = () => true,
  ): Promise<Extract<Suggestion, { kind: Kind }>> {
    let found: Extract<Suggestion, { kind: Kind }> | null = null
    const look = () => {
      const { current, isLooking } = this.work.suggestions
      found = !isLooking && isKind(current, kind) && isMeant(current) ? current : null
      return found !== null
    }
    await this.until(look)
    assert.ok(found)
    return found
  }

  at([x, y]: Share): ScreenPoint {
    return { x: x * this.pane.width, y: y * this.pane.height }
  }

  get viewCamera(): ViewCamera {
    const viewCamera = this.work.host.viewCameraOf(MAIN_VIEW)
    assert.ok(viewCamera)
    return viewCamera
  }

  /** The pixel at which a point is drawn. */
  placeOf(index: number): ScreenPoint {
    return this.drawnAt(this.sample.points[index])
  }

  /** Where a place is drawn. @param place relative to the job's origin */
  drawnAt(place: Vec3): ScreenPoint {
    const at = screenOf(this.viewCamera, place)
    assert.ok(at)
    return { x: at.x, y: at.y }
  }

  stroke(...way: Share[]): this {
    return this.drag(
      MAIN_VIEW,
      way.map((place) => this.at(place)),
    )
  }

  erase(...way: Share[]): this {
    return this.drag(
      MAIN_VIEW,
      way.map((place) => this.at(place)),
      { ctrl: true },
    )
  }

  /** Points drawn within; those nearer than a pixel to its border are left open. */
  within(isInside: (at: ScreenPoint) => boolean): Within {
    const sure = new Set<number>()
    const open = new Set<number>()
    const around: readonly Share[] = [
      [0, 0],
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]
    const { viewCamera } = this
    this.sample.points.forEach((point, index) => {
      const at = screenOf(viewCamera, point)
      if (!at || !Number.isFinite(at.x)) return
      const hits = around.filter(([dx, dy]) => isInside({ x: at.x + dx, y: at.y + dy })).length
      if (hits === around.length) sure.add(index)
      else if (hits > 0) open.add(index)
    })
    return { sure, open }
  }

  withinRectangle(a: Share, b: Share): Within {
    const [from, to] = [this.at(a), this.at(b)]
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
    return this.within(({ x, y }) => x > left && x < right && y > top && y < bottom)
  }

  /** Takes everything back; the answer is how many steps that were. */
  undoAll(): number {
    let steps = 0
    for (; this.session.canUndo; steps++) this.session.undo()
    return steps
  }
}

const isKind = <Kind extends Suggestion['kind']>(
  offer: Suggestion | null,
  kind: Kind,
): offer is Extract<Suggestion, { kind: Kind }> => offer?.kind === kind

/** Exactly the points of `expected` have the name; those on the border may. */
export function assertNamed(names: readonly string[], name: string, { sure, open }: Within): void {
  names.forEach((actual, index) => {
    if (open.has(index)) return
    assert.equal(actual === name, sure.has(index), `point ${index} is ${actual || 'unlabelled'}, not ${name}`)
  })
  assert.ok(sure.size > 0, 'the test would take nothing')
}
