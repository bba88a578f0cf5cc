import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Rectangle } from '../../../../model/document/shape.ts'
import type { ScreenPoint } from '../../../view3d/viewCamera.ts'
import type { CameraHost, HeldCameraVertex, HeldRectangle } from './cameraHost.ts'
import { CameraMachine } from './cameraMachine.ts'

const CAR: Rectangle = { type: 'rectangle', left: 0.2, top: 0.2, right: 0.4, bottom: 0.4 }

/** A view of 100 × 100 pixels that shows the whole image. */
class Pane implements CameraHost {
  canEdit = true
  held: HeldRectangle | null = null
  heldVertex: HeldCameraVertex | null = null
  readonly done: unknown[] = []

  imageShareAt = ({ x, y }: ScreenPoint) => ({ x: x / 100, y: y / 100 })
  gripAt = () => this.held
  vertexAt = () => this.heldVertex
  dragVertex = (): void => {}
  placeVertex = ({ trackId, index }: HeldCameraVertex, { x, y }: ScreenPoint) =>
    void this.done.push(['vertex', trackId, index, x, y])
  panBy = ({ x, y }: ScreenPoint) => void this.done.push(['pan', x, y])
  selectAt = ({ x, y }: ScreenPoint) => void this.done.push(['select', x, y])
  adjust = (trackId: string, { left, top, right, bottom }: Rectangle) =>
    void this.done.push(['adjust', trackId, ...[left, top, right, bottom].map(hundredths)])
  create = ({ left, top, right, bottom }: Rectangle) =>
    void this.done.push(['create', ...[left, top, right, bottom].map(hundredths)])
}

const hundredths = (share: number) => Math.round(100 * share)

let pane: Pane
let active: string
let machine: CameraMachine

beforeEach(() => {
  pane = new Pane()
  active = 'select'
  machine = new CameraMachine(pane, () => active)
})

function drag(from: [number, number], to: [number, number], button: 'left' | 'right' = 'left'): void {
  machine.pointerDown({ x: from[0], y: from[1], button })
  machine.pointerMove({ x: to[0], y: to[1], button })
  machine.pointerUp({ x: to[0], y: to[1], button })
}

test('a drag moves the image, a press without a move selects', () => {
  drag([10, 10], [30, 15])
  drag([10, 10], [11, 11])
  assert.deepEqual(pane.done, [
    ['pan', 20, 5],
    ['pan', 1, 1],
    ['select', 11, 11],
  ])
})

test('the box of the selected object is resized by its side, with any tool, and the image stays', () => {
  pane.held = { trackId: 'car', rectangle: CAR, grip: { x: 'right', y: null } }
  for (const tool of ['select', 'drag', 'camera']) {
    active = tool
    drag([40, 30], [60, 35])
  }
  assert.deepEqual(pane.done, Array(3).fill(['adjust', 'car', 20, 20, 60, 40]))
})

test('the box tool draws boxes; where the camera is read-only, and with other buttons, it moves the image', () => {
  active = 'camera'
  drag([60, 70], [10, 20])
  drag([10, 10], [20, 10], 'right')
  pane.canEdit = false
  drag([60, 70], [10, 20])
  assert.deepEqual(pane.done, [
    ['create', 10, 20, 60, 70],
    ['pan', 10, 0],
    ['pan', -50, -50],
  ])
})

test('a drawn box is shown until the gesture ends; Escape drops it, and a line makes no box', () => {
  active = 'camera'
  machine.pointerDown({ x: 10, y: 10, button: 'left' })
  assert.equal(machine.draft, null)
  machine.pointerMove({ x: 50, y: 40, button: 'left' })
  assert.deepEqual(machine.draft, {
    trackId: null,
    rectangle: { type: 'rectangle', left: 0.1, top: 0.1, right: 0.5, bottom: 0.4 },
  })
  assert.equal(machine.cancel(), true)
  assert.equal(machine.draft, null)
  machine.pointerUp({ x: 50, y: 40, button: 'left' })
  drag([10, 10], [60, 10])
  assert.deepEqual(pane.done, [])
})

test('a point of the selected line is dragged before its box, with any tool; a press alone moves nothing', () => {
  pane.held = { trackId: 'car', rectangle: CAR, grip: { x: 'right', y: null } }
  pane.heldVertex = { trackId: 'lane', index: 1 }
  drag([40, 30], [60, 35])
  drag([40, 30], [41, 30])
  assert.deepEqual(pane.done, [['vertex', 'lane', 1, 60, 35]])
})
