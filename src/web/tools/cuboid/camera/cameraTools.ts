import { msg } from '../../../messages/message.ts'
import { CUBOID_SELECT_TOOL } from '../select/selectTool.ts'
import type { CameraHost, CameraPointer, CameraTool, CameraToolState } from './cameraHost.ts'
import { panningCamera } from './panning.ts'
import { drawingRectangle, grippingRectangle } from './rectangleDrags.ts'
import { draggingVertex } from './vertexDragging.ts'

function cameraIdle(press: (host: CameraHost, pointer: CameraPointer) => CameraToolState): CameraToolState {
  return {
    name: 'camera.idle',
    pointerDown(host, pointer) {
      if (pointer.button !== 'left') return panningCamera(pointer)
      const vertex = host.vertexAt(pointer)
      if (vertex) return draggingVertex(pointer, vertex)
      const held = host.gripAt(pointer)
      return held ? grippingRectangle(host, pointer, held) : press(host, pointer)
    },
  }
}

/** Whatever tool the large view has: an image is panned, its objects are selected and their boxes adjusted. */
export const CAMERA_SELECT_TOOL: CameraTool = {
  id: CUBOID_SELECT_TOOL.id,
  label: CUBOID_SELECT_TOOL.label,
  icon: CUBOID_SELECT_TOOL.icon,
  key: CUBOID_SELECT_TOOL.key,
  readsOnly: true,
  start: () => cameraIdle((_, pointer) => panningCamera(pointer)),
}

export const CAMERA_BOX_TOOL: CameraTool = {
  id: 'camera',
  label: msg('cuboid.tool.camera'),
  icon: 'box',
  key: 'j',
  makes: 'rectangle',
  start: () => cameraIdle((host, pointer) => (host.canEdit ? drawingRectangle(host, pointer) : panningCamera(pointer))),
}
