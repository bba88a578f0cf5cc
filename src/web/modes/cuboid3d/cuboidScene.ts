import type { BoxLayer } from '../../scene/cloud/boxLayer.ts'
import type { CameraColors } from '../../scene/cloud/cameraColors.ts'
import type { ImageStore } from '../../scene/cloud/imageStore.ts'
import type { Projections } from '../../scene/cloud/projections.ts'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import type { ScenePins } from '../../scene/pins/scenePins.ts'
import type { CuboidMachine } from '../../tools/cuboid/cuboidMachine.ts'
import type { CameraBoxes } from './cameraBoxes.ts'
import type { CameraSpaces } from './cameraSpaces.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidFits } from './cuboidFits.ts'
import type { FrameHost } from './frameHost.ts'
import type { SpaceObjects } from './spaceObjects.ts'

/** The parts behind the views of one job, without the ones that draw. */
export interface CuboidWork {
  editor: CuboidEditor
  boxLayer: BoxLayer
  fits: CuboidFits
  host: FrameHost
  tool: CuboidMachine
  images: ImageStore
  cameraBoxes: CameraBoxes
  cameraSpaces: CameraSpaces
  projections: Projections
  cameraColors: CameraColors
  pins: ScenePins
  spaces: SpaceObjects
}

export interface CuboidScene extends CuboidWork {
  renderer: ViewRenderer
}
