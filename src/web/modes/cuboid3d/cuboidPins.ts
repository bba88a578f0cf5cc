import { pointedPlace } from '../../scene/cloud/pointedPlace.ts'
import { ScenePins } from '../../scene/pins/scenePins.ts'
import { pickCuboid } from '../../view3d/pickCuboid.ts'
import type { CuboidEditor } from './cuboidEditor.ts'

/** Issues pinned in the views of cuboids. */
export function cuboidPins(editor: CuboidEditor): ScenePins {
  return new ScenePins({
    session: editor.session,
    job: editor.job,
    pointAt: (viewCamera, at) =>
      pointedPlace(viewCamera, at, editor.shownClouds(), editor.extent?.groundZ ?? editor.orbit.target.z),
    objectAt: (viewCamera, at) => pickCuboid(viewCamera, at, editor.boxesAt(editor.frame))?.trackId ?? null,
    anchorOf(trackId) {
      const box = editor.boxOf(trackId, editor.frame)
      if (!box) return null
      const { position, dimensions } = box.cuboid
      return { ...position, z: position.z + dimensions.height / 2 }
    },
    lookAt: (target) => editor.setOrbit({ ...editor.orbit, target }),
    showCamera: (cameraId) => editor.setView({ cameraId }),
  })
}
