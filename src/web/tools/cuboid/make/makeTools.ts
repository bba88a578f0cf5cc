import { msg } from '../../../messages/message.ts'
import { meetPlaneZ, rayThrough } from '../../../view3d/viewCamera.ts'
import type { CuboidState, CuboidTool } from '../cuboidHost.ts'
import { cuboidViewIdle } from '../view/viewIdle.ts'
import { type GestureTo, Making, type MakingEnd, type MakingWith } from './making.ts'

export const fromRearToFront: GestureTo = ({ x, y, z }, _, to, viewCamera) => {
  const reached = meetPlaneZ(rayThrough(viewCamera, to), z)
  return reached && { kind: 'drag', from: { x, y }, to: { x: reached.x, y: reached.y } }
}

const atTheClick: GestureTo = ({ x, y }) => ({ kind: 'click', at: { x, y } })

/** The four places on the ground under the corners of a rectangle on the screen. */
export const aroundIt: GestureTo = ({ z }, a, b, viewCamera) => {
  const screen = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]
  const corners = screen.map((at) => meetPlaneZ(rayThrough(viewCamera, at), z))
  const isOnGround = corners.every((corner) => corner !== null)
  return isOnGround ? { kind: 'rectangle', corners: corners.map(({ x, y }) => ({ x, y })) } : null
}

const makeIt: MakingEnd = { end: (host, gesture, groundZ) => host.make(gesture, groundZ) }

export const makingIdle = (
  tool: string,
  gestureTo: GestureTo,
  how: MakingEnd & Pick<MakingWith, 'takesClicks'> = makeIt,
): CuboidState =>
  cuboidViewIdle(tool, {
    press: (host, pointer) => Making.from(host, { tool, gestureTo, ...how }, pointer),
    hover: (host) => host.setCursor('main', 'crosshair'),
  })

export const CUBOID_DRAG_TOOL: CuboidTool = {
  id: 'drag',
  label: msg('cuboid.tool.drag'),
  icon: 'cuboid',
  key: 'b',
  makes: 'cuboid',
  start: () => makingIdle('drag', fromRearToFront),
}

export const CUBOID_CLICK_TOOL: CuboidTool = {
  id: 'click',
  label: msg('cuboid.tool.click'),
  icon: 'points',
  key: 'n',
  makes: 'cuboid',
  start: () => makingIdle('click', atTheClick, { ...makeIt, takesClicks: true }),
}

export const CUBOID_RECTANGLE_TOOL: CuboidTool = {
  id: 'rectangle',
  label: msg('cuboid.tool.rectangle'),
  icon: 'rectangle',
  key: 't',
  makes: 'cuboid',
  start: () => makingIdle('rectangle', aroundIt),
}
