import type { Landmark } from '../../../../model/document/shape.ts'
import { placedSkeleton, type Skeleton } from '../../../../model/skeleton.ts'
import { rectangleBetween } from '../../../view2d/shapes/handles.ts'
import { pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageToolState, PointerInfo } from '../imageHost.ts'
import { DRAG_START_PX } from '../select/pressing.ts'
import { keypoint } from './placing.ts'
import { settingKeypoints } from './settingKeypoints.ts'

/** Pressed: pulled open, the whole template is placed in the box; a click sets the first keypoint instead. */
export function placingSkeleton(skeleton: Skeleton, from: PointerInfo): ImageToolState {
  let pulledTo: PointerInfo | null = null
  const shape = (editor: ImageHost, to: PointerInfo): Landmark =>
    placedSkeleton(skeleton, rectangleBetween(from.at, to.at, editor.image))
  return {
    name: 'landmark.pulling',
    cursor: 'crosshair',
    pointerMove(_, info) {
      if (pulledTo || pixelDistance(info.screen, from.screen) >= DRAG_START_PX) pulledTo = info
      return undefined
    },
    pointerUp(editor) {
      if (!pulledTo) return settingKeypoints(skeleton, { tool: 'landmark', points: [keypoint(editor, from, 1)] })
      editor.create('edit.drawKeypoints', shape(editor, pulledTo))
      return DONE
    },
    overlay: (editor) => (pulledTo ? { added: [shape(editor, pulledTo)] } : {}),
  }
}
