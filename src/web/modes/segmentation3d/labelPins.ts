import { pointedPlace } from '../../scene/cloud/pointedPlace.ts'
import { ScenePins } from '../../scene/pins/scenePins.ts'
import { MAIN_VIEW } from '../../tools/points/pointHost.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelPlaces } from './labelPlaces.ts'
import type { PointingHost } from './pointingHost.ts'

/** Issues pinned to places of the cloud, and to the owner of the points there. Instances are not tracks. */
export function labelPins(editor: LabelEditor, places: LabelPlaces, host: PointingHost): ScenePins {
  return new ScenePins({
    session: editor.session,
    job: editor.job,
    pointAt(viewCamera, at) {
      const { cloud, extent, orbit } = editor
      return pointedPlace(viewCamera, at, cloud ? [cloud] : [], extent?.groundZ ?? orbit.target.z)
    },
    objectAt: () => null,
    labelAt: (sensorId, at) => host.entryUnder(sensorId ?? MAIN_VIEW, at)?.id ?? null,
    anchorOf: () => null,
    lookAt: (target) => places.lookAt(target, null),
    showCamera: (cameraId) => editor.setView({ cameraId }),
  })
}
