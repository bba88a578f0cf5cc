import { pointedPlace } from '../../scene/cloud/pointedPlace.ts'
import { ScenePins } from '../../scene/pins/scenePins.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelPlaces } from './labelPlaces.ts'

/** Issues pinned to places of the cloud. Instances are no tracks, so that none is named by them. */
export function labelPins(editor: LabelEditor, places: LabelPlaces): ScenePins {
  return new ScenePins({
    session: editor.session,
    job: editor.job,
    pointAt(lookout, at) {
      const { cloud, extent, orbit } = editor
      return pointedPlace(lookout, at, cloud ? [cloud] : [], extent?.groundZ ?? orbit.target.z)
    },
    objectAt: () => null,
    anchorOf: () => null,
    lookAt: (target) => places.lookAt(target, null),
    showCamera: (cameraId) => editor.setView({ cameraId }),
  })
}
