import { ToolMachine } from '../../machine/toolMachine.ts'
import type { CameraDraft, CameraHost, CameraPointer } from './cameraHost.ts'
import { CAMERA_BOX_TOOL, CAMERA_SELECT_TOOL } from './cameraTools.ts'

/** The tools over a camera's image: that of boxes, and one for all others. */
export class CameraMachine extends ToolMachine<CameraHost, CameraPointer, CameraDraft | null> {
  constructor(host: CameraHost, activeTool: () => string) {
    super(host, [CAMERA_SELECT_TOOL, CAMERA_BOX_TOOL], () =>
      activeTool() === CAMERA_BOX_TOOL.id ? CAMERA_BOX_TOOL.id : CAMERA_SELECT_TOOL.id,
    )
  }

  get draft(): CameraDraft | null {
    return this.overlays()[0] ?? null
  }
}
