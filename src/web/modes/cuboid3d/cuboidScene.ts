import type { BoxLayer } from '../../scene/cloud/boxLayer.ts'
import type { CameraColors } from '../../scene/cloud/cameraColors.ts'
import type { ImageStore } from '../../scene/cloud/imageStore.ts'
import type { Projections } from '../../scene/cloud/projections.ts'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import type { ScenePins } from '../../scene/pins/scenePins.ts'
import type { CuboidTool } from '../../tools/cuboid/cuboidTool.ts'
import type { CameraBoxes } from './cameraBoxes.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidFits } from './cuboidFits.ts'
import type { FrameDesk } from './frameDesk.ts'

/** All that stands behind the views of one job. */
export interface CuboidScene {
  editor: CuboidEditor
  renderer: ViewRenderer
  boxLayer: BoxLayer
  fits: CuboidFits
  desk: FrameDesk
  tool: CuboidTool
  images: ImageStore
  cameraBoxes: CameraBoxes
  projections: Projections
  cameraColors: CameraColors
  pins: ScenePins
}
