import type { ImageStore } from '../../scene/cloud/imageStore.ts'
import type { Projections } from '../../scene/cloud/projections.ts'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import type { LabelStore } from '../../scene/labels/labelStore.ts'
import type { ScenePins } from '../../scene/pins/scenePins.ts'
import type { PointMachine } from '../../tools/points/pointMachine.ts'
import type { ImageViews } from './imageViews.ts'
import type { LabelActions } from './labelActions.ts'
import type { LabelBox } from './labelBox.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelPlaces } from './labelPlaces.ts'
import type { LabelStrokes } from './labelStrokes.ts'
import type { PointingHost } from './pointingHost.ts'
import type { Suggestions } from './suggestions.ts'

/** The parts behind the views of one segmentation, without the ones that draw. */
export interface LabelWorkspace {
  editor: LabelEditor
  store: LabelStore
  strokes: LabelStrokes
  places: LabelPlaces
  actions: LabelActions
  suggestions: Suggestions
  box: LabelBox
  host: PointingHost
  tool: PointMachine
  images: ImageStore
  imageViews: ImageViews
  projections: Projections
  pins: ScenePins
}

export interface LabelScene extends LabelWorkspace {
  renderer: ViewRenderer
}
