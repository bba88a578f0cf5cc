import type { Landmark, LandmarkPoint } from '../../../../model/document/shape.ts'
import { msg } from '../../../messages/message.ts'
import { insideOf } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageTool, ImageToolState, PointerInfo } from '../imageHost.ts'

/** Keypoints one after another, numbered as they come; Shift sets one that is covered. Enter or a double click ends. */
function drawing(first: LandmarkPoint): ImageToolState {
  let points = [first]
  const shape = (): Landmark => ({ type: 'landmark', points })
  const finish = (editor: ImageHost): ImageNext => {
    editor.create('edit.drawKeypoints', shape())
    return DONE
  }
  return {
    name: 'landmark.drawing',
    cursor: 'crosshair',
    pointerDown(editor, info) {
      if (info.clickCount > 1) return finish(editor)
      if (info.button === 0) points = [...points, keypoint(editor, info, points.length + 1)]
      return undefined
    },
    complete: finish,
    stepBack() {
      if (points.length > 1) points = points.slice(0, -1)
      return undefined
    },
    overlay: () => ({ added: [shape()] }),
  }
}

const keypoint = ({ image }: ImageHost, { at, shift }: PointerInfo, label: number): LandmarkPoint => ({
  ...insideOf(at, image),
  label,
  visible: !shift,
})

export const LANDMARK_TOOL: ImageTool = {
  id: 'landmark',
  label: msg('tool.keypoints'),
  icon: 'landmark',
  key: 'N',
  makes: 'landmark',
  start: () => ({
    name: 'landmark.idle',
    cursor: 'crosshair',
    pointerDown: (editor, info) =>
      info.button === 0 && !editor.session.readOnly ? drawing(keypoint(editor, info, 1)) : undefined,
  }),
}
