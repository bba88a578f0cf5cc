import { pickCuboid } from '../../scene/cloud/pickCuboid.ts'
import { pointedPlace } from '../../scene/cloud/pointedPlace.ts'
import { ScenePins } from '../../scene/pins/scenePins.ts'
import type { CuboidEditor } from './cuboidEditor.ts'

/** Issues pinned in the views of cuboids. */
export function cuboidPins(editor: CuboidEditor): ScenePins {
  return new ScenePins({
    session: editor.session,
    job: editor.job,
    pointAt: (lookout, at) =>
      pointedPlace(lookout, at, editor.shownClouds(), editor.extent?.groundZ ?? editor.orbit.target.z),
    objectAt: (lookout, at) => pickCuboid(lookout, at, editor.boxesAt(editor.frame))?.trackId ?? null,
    anchorOf(trackId) {
      const box = editor.boxOf(trackId, editor.frame)
      if (!box) return null
      const { position, dimensions } = box.cuboid
      return { ...position, z: position.z + dimensions.height / 2 }
    },
    lookAt(target) {
      editor.setOrbit({ ...editor.orbit, target })
      editor.changed()
    },
    showCamera: (cameraId) => editor.setView({ cameraId }),
  })
}
