import { msg } from '../../../messages/message.ts'
import { pickCuboid } from '../../../view3d/pickCuboid.ts'
import type { CuboidHost, CuboidTool, ViewPointer } from '../cuboidHost.ts'
import { pickSpace } from '../space/pickSpace.ts'
import { vertexInserted, vertexUnder } from '../space/vertexDrag.ts'
import { cuboidViewIdle, type MainViewIdle, snapSides } from '../view/viewIdle.ts'
import { cursorOfGrip, mainGripAt } from './mainGrip.ts'
import { CuboidPressing } from './pressing.ts'

const MAIN: MainViewIdle = {
  takesVertices: true,
  press: (_, pointer) => new CuboidPressing(pointer),
  hover(host, pointer) {
    const viewCamera = host.viewCameraOf('main')
    if (vertexUnder(host, pointer)) {
      host.setCursor('main', 'move')
      return
    }
    const space = viewCamera && pickSpace(viewCamera, pointer, host.space.shown())
    const grip = space ? null : mainGripAt(host, pointer)
    host.setHandle(grip?.kind === 'part' ? { view: 'main', handle: grip.handle } : null)
    // The highlighted part is what a press would grab, whatever else is under the pointer.
    const under = space ?? (grip ? grip.box : viewCamera && pickCuboid(viewCamera, pointer, host.boxes()))
    host.hover(under?.trackId ?? null)
    host.setCursor('main', grip ? cursorOfGrip(grip) : under ? 'pointer' : 'default')
  },
  doubleClick(host, pointer) {
    if (vertexInserted(host, pointer)) return
    const grip = mainGripAt(host, pointer)
    const sides = grip?.kind === 'part' ? grip.handle.sides : []
    if (!snapSides(host, sides)) lookAt(host, pointer)
  },
}

/** Centres the place under the pointer, around which the view then turns. */
function lookAt(host: CuboidHost, pointer: ViewPointer): void {
  const viewCamera = host.viewCameraOf('main')
  const target = viewCamera && host.groundUnder(viewCamera, pointer)
  if (target) host.setOrbit({ ...host.orbit, target })
}

export const CUBOID_SELECT_TOOL: CuboidTool = {
  id: 'select',
  label: msg('cuboid.tool.select'),
  icon: 'select',
  key: 'e',
  readsOnly: true,
  start: () => cuboidViewIdle('select', MAIN),
}
