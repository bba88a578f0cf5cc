import { type Cuboid, cuboidCorners } from '../../../src/geometry/cuboid.ts'
import { quaternionFromYaw } from '../../../src/geometry/quaternion.ts'
import type { Message } from '../../../src/web/messages/messageValues.ts'
import type { BoxSide } from '../../../src/web/tools/cuboid/boxHandle.ts'
import type {
  CuboidHost,
  Cursor,
  MakingGesture,
  ShownHandle,
  ViewName,
  ViewPointer,
} from '../../../src/web/tools/cuboid/cuboidHost.ts'
import { CuboidMachine } from '../../../src/web/tools/cuboid/cuboidMachine.ts'
import { TestSpaces } from '../../../src/web/tools/cuboid/space/testSpaces.ts'
import { boxViewViewCamera } from '../../../src/web/view3d/boxView.ts'
import { orbitViewCamera } from '../../../src/web/view3d/orbit.ts'
import { screenOf, type ViewCamera } from '../../../src/web/view3d/viewCamera.ts'
import { ViewedScene } from './viewedScene.ts'

const SIZE = { widthPx: 400, heightPx: 300 }
export const CAR: Cuboid = {
  position: { x: 6, y: 2, z: 0.8 },
  heading: quaternionFromYaw(0.5),
  dimensions: { length: 4, width: 2, height: 1.6 },
}
/** A person at the tools: a small world with one car, and its state. */
export class Person extends ViewedScene implements CuboidHost {
  car = CAR
  selected: string | null = null
  previewed: Cuboid | null = null
  gesture: MakingGesture | null = null
  made: { gesture: MakingGesture; groundZ: number }[] = []
  asked: MakingGesture[] = []
  seen: (MakingGesture | null)[] = []
  placed: string[] = []
  snapped: string[] = []
  held = false
  cursor: Cursor = 'default'
  handle: ShownHandle | null = null
  readonly tool: CuboidMachine

  constructor() {
    super('select', 40)
    this.tool = new CuboidMachine(this)
  }

  readonly space = new TestSpaces()

  readonly refused: unknown[] = []
  refuse = (reason: Message) => void this.refused.push('id' in reason ? reason.id : reason)
  boxes = () => [{ trackId: 'car', cuboid: this.car }]
  selectedBox = () => (this.selected ? { trackId: 'car', cuboid: this.car } : null)
  hover(): void {}
  zoomBoxViews(): void {}
  slideBoxView(): void {}

  select(trackId: string | null): void {
    this.selected = trackId
  }

  preview(cuboid: Cuboid | null): void {
    this.previewed = cuboid
  }

  place(_: string, cuboid: Cuboid, label: string): void {
    this.car = cuboid
    this.placed.push(label)
  }

  setGesture(gesture: MakingGesture | null): void {
    this.gesture = gesture
  }

  make(gesture: MakingGesture, groundZ: number): void {
    this.made.push({ gesture, groundZ })
  }

  askFit = (gesture: MakingGesture) => void this.asked.push(gesture)
  previewFit = (gesture: MakingGesture | null) => void this.seen.push(gesture)

  holdViews(hold: boolean): void {
    this.held = hold
  }

  snapSide(_: string, { axis, sign }: BoxSide): void {
    this.snapped.push(`${sign > 0 ? '+' : '-'}${axis}`)
  }

  setCursor(_: ViewName, cursor: Cursor): void {
    this.cursor = cursor
  }

  setHandle(handle: ShownHandle | null): void {
    this.handle = handle
  }

  viewCameraOf(view: ViewName): ViewCamera {
    return this.viewCamera(view)
  }

  viewCamera(view: ViewName): ViewCamera {
    return view === 'main' ? orbitViewCamera(this.orbit, SIZE) : boxViewViewCamera(this.car, view, SIZE)
  }

  at(x: number, y: number, given: Partial<ViewPointer> = {}): ViewPointer {
    return { view: 'main', x, y, button: 'left', shift: false, ctrl: false, alt: false, ...given }
  }

  drag(from: [number, number], to: [number, number], given: Partial<ViewPointer> = {}) {
    const middle: [number, number] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    this.tool.pointerDown(this.at(...from, given))
    this.tool.pointerMove(this.at(...middle, given))
    this.tool.pointerMove(this.at(...to, given))
    this.tool.pointerUp(this.at(...to, given))
  }

  screen(view: ViewName, corner: number): [number, number] {
    const at = screenOf(this.viewCamera(view), cuboidCorners(this.car)[corner])!
    return [at.x, at.y]
  }
}
