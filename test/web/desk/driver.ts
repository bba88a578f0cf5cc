import assert from 'node:assert/strict'
import type { ImageSize } from '../../../src/formats/results/jobContext.ts'
import type { FlatShape } from '../../../src/model/document/shape.ts'
import type { TagClass } from '../../../src/model/tag.ts'
import type { EditorSession } from '../../../src/web/document/session.ts'
import { editCommands } from '../../../src/web/modes/image/editCommands.ts'
import { Player } from '../../../src/web/timeline/player.ts'
import { videoCommands } from '../../../src/web/timeline/videoCommands.ts'
import { CanvasEditor, type ScreenPointer } from '../../../src/web/tools/image/canvasEditor.ts'
import { imageTools } from '../../../src/web/tools/image/imageTools.ts'
import { pixelOf } from '../../../src/web/view2d/shapes/pixels.ts'
import { placeTurnedBack, turnedSize } from '../../../src/web/view2d/turned.ts'
import type { Command } from '../../../src/web/workbench/keys/keymap.ts'
import { Desk } from './desk.ts'

type Modifiers = Partial<Pick<ScreenPointer, 'shift' | 'ctrl' | 'alt' | 'button' | 'clickCount'>>

/**
 * Lets tests say in the user's words what is done. Places are pixels of the view, which shows the image (200 × 100
 * unless the test says otherwise) unscaled.
 */
export class TestDriver {
  readonly editor: CanvasEditor
  readonly session: EditorSession
  readonly desk: Desk
  readonly player: Player
  private readonly commands: readonly Command[]
  private at = { x: 0, y: 0 }
  private pressed = false

  private constructor(desk: Desk, session: EditorSession, image: ImageSize) {
    this.desk = desk
    this.session = session
    let ids = 0
    this.editor = new CanvasEditor(session, image, imageTools(session.job.tag), () => `made-${++ids}`)
    this.editor.attach()
    this.editor.resize({ widthPx: image.widthPx, heightPx: image.heightPx })
    this.editor.zoomBy(1 / this.editor.camera.scale)
    this.editor.panBy({ x: -this.editor.camera.x, y: -this.editor.camera.y })
    const { frameCount } = session.document
    this.player = new Player({
      clock: desk.clock,
      frameCount,
      frame: () => session.frame,
      setFrame: (frame) => session.setFrame(frame),
      isReady: () => true,
      onChange: () => {},
    })
    const ofFrames = frameCount > 1 ? videoCommands(session, this.player) : []
    this.commands = [...editCommands(this.editor), ...ofFrames]
  }

  static async open(
    given: { classes?: readonly TagClass[]; frames?: number; access?: 'read'; job?: string; image?: ImageSize } = {},
  ): Promise<TestDriver> {
    const frames = given.frames ?? 1
    const desk = new Desk(frames === 1 ? 'image2d' : 'video2d', frames)
    desk.access = given.access ?? 'annotate'
    desk.jobId = given.job ?? desk.jobId
    return new TestDriver(desk, await desk.open(given.classes), given.image ?? { widthPx: 200, heightPx: 100 })
  }

  /** Reloads the page on the same computer. */
  async reloaded(classes?: readonly TagClass[]): Promise<TestDriver> {
    await this.desk.clock.pass(5_000)
    this.session.dispose()
    return new TestDriver(this.desk, await this.desk.open(classes), { widthPx: 200, heightPx: 100 })
  }

  tool(name: string): this {
    this.session.setTool(name)
    assert.equal(this.session.activeTool, name)
    return this
  }

  pointerDown(x: number, y: number, modifiers: Modifiers = {}): this {
    this.pressed = true
    this.editor.pointerDown(this.pointer(x, y, modifiers))
    return this
  }

  pointerMove(x: number, y: number, modifiers: Modifiers = {}): this {
    this.editor.pointerMove(this.pointer(x, y, modifiers))
    return this
  }

  pointerUp(modifiers: Modifiers = {}): this {
    this.pressed = false
    this.editor.pointerUp(this.pointer(this.at.x, this.at.y, modifiers))
    return this
  }

  click(x: number, y: number, modifiers: Modifiers = {}): this {
    return this.pointerMove(x, y, modifiers).pointerDown(x, y, modifiers).pointerUp(modifiers)
  }

  /** Pressed at the first place, moved over the others and let go at the last. */
  drag(places: readonly (readonly [number, number])[], modifiers: Modifiers = {}): this {
    const [first, ...others] = places
    this.pointerMove(first[0], first[1], modifiers).pointerDown(first[0], first[1], modifiers)
    for (const [x, y] of others) this.pointerMove(x, y, modifiers)
    return this.pointerUp(modifiers)
  }

  /** A key as the shell names it; it does nothing where its command cannot be used now. */
  press(key: string): this {
    const commands = this.commands.filter(({ keys }) => keys.includes(key))
    assert.ok(commands.length > 0, `nothing is on ${key}`)
    commands.findLast(({ isEnabled }) => isEnabled?.() ?? true)?.run()
    return this
  }

  select(...ids: string[]): this {
    this.session.select(ids)
    return this
  }

  expectToBeIn(state: string): this {
    assert.equal(this.editor.stateName, state)
    return this
  }

  expectSelected(...ids: string[]): this {
    assert.deepEqual([...this.session.selection].sort(), ids.sort())
    return this
  }

  /** Shapes in order, as short words: `box 10 10 30 40`. */
  expectShapes(...expected: string[]): this {
    assert.deepEqual(
      this.editor.shapes.all().map(({ shape }) => told(shape, this.editor.image)),
      expected,
    )
    return this
  }

  private pointer(x: number, y: number, modifiers: Modifiers): ScreenPointer {
    this.at = { x, y }
    const { viewport, camera } = this.editor
    return {
      screen: placeTurnedBack({ x, y }, turnedSize(viewport, camera.turns), camera.turns),
      button: 0,
      pressed: this.pressed,
      shift: false,
      ctrl: false,
      alt: false,
      clickCount: 1,
      ...modifiers,
    }
  }
}

const round = (value: number) => String(Math.round(value * 10) / 10)

function told(shape: FlatShape, image: ImageSize): string {
  const place = (point: { x: number; y: number }) => {
    const { x, y } = pixelOf(point, image)
    return `${round(x)},${round(y)}`
  }
  switch (shape.type) {
    case 'rectangle':
      return `box ${place({ x: shape.left, y: shape.top })} ${place({ x: shape.right, y: shape.bottom })}`
    case 'rotated_rectangle':
      return `rotated ${place(shape.center)} ${round(shape.widthPx)}x${round(shape.heightPx)} ${degrees(shape.rotationRad)}`
    case 'ellipse':
      return `ellipse ${place(shape.center)} ${round(shape.radiusXPx)}x${round(shape.radiusYPx)} ${degrees(shape.rotationRad)}`
    case 'polygon':
      return `polygon ${shape.rings.map((ring) => ring.map(place).join(' ')).join(' | ')}`
    case 'mask':
      return `mask ${shape.counts.filter((_, i) => i % 2 === 1).reduce((a, b) => a + b, 0)} px`
    case 'landmark':
      return `keypoints ${shape.points.map((point) => `${place(point)}${point.visible ? '' : ' covered'}`).join(' ')}`
    default:
      return `${shape.type} ${shape.points.map(place).join(' ')}`
  }
}

const degrees = (angleRad: number) => `${round((angleRad * 180) / Math.PI)}°`
