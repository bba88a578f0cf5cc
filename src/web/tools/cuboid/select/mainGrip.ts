import type { NamedCuboid } from '../../../view3d/pickCuboid.ts'
import type { ViewCamera } from '../../../view3d/viewCamera.ts'
import type { CuboidHost, Cursor, ViewPointer } from '../cuboidHost.ts'
import { takenHeight } from '../solidDrag.ts'
import { placeOf, type SolidHandle, screenWay, solidHandleAt } from '../solidHandle.ts'

/** The part by which a press in the large view would grab the selected box. */
export type MainGrip =
  | { kind: 'part'; handle: SolidHandle; box: NamedCuboid; viewCamera: ViewCamera }
  | { kind: 'whole'; heightZ: number; box: NamedCuboid; viewCamera: ViewCamera }

/** null: the press is about something else. */
export function mainGripAt(host: CuboidHost, pointer: ViewPointer): MainGrip | null {
  const viewCamera = host.viewCameraOf('main')
  const box = host.selectedBox()
  if (!viewCamera || !box || !host.canEdit) return null
  const handle = solidHandleAt(box.cuboid, viewCamera, pointer)
  if (handle) return { kind: 'part', handle, box, viewCamera }
  const heightZ = takenHeight(box.cuboid, viewCamera, pointer)
  return heightZ === null ? null : { kind: 'whole', heightZ, box, viewCamera }
}

const CURSORS: readonly Cursor[] = ['ew-resize', 'nesw-resize', 'ns-resize', 'nwse-resize']

/** Along the way that the part moves on the screen. */
export function cursorOfGrip(grip: MainGrip): Cursor {
  if (grip.kind === 'whole') return 'move'
  const { handle, box, viewCamera } = grip
  const anchor = placeOf(box.cuboid, handle.at)
  const outwards = { x: 0, y: 0, z: 0 }
  for (const { axis, sign } of handle.sides) outwards[axis] = sign
  const further = placeOf(box.cuboid, {
    x: handle.at.x + outwards.x,
    y: handle.at.y + outwards.y,
    z: handle.at.z + outwards.z,
  })
  const way = screenWay(viewCamera, anchor, {
    x: further.x - anchor.x,
    y: further.y - anchor.y,
    z: further.z - anchor.z,
  })
  const eighth = Math.round((Math.atan2(-way.y, way.x) / Math.PI) * 4)
  return CURSORS[((eighth % 4) + 4) % 4]
}
