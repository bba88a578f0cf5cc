import type { Landmark, LandmarkPoint } from '../../../../model/document/shape.ts'
import { insideOf } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageToolState, PointerInfo } from '../imageHost.ts'

/** Keypoints one after another, numbered as they come; Shift sets one that is covered. Enter or a double click ends. */
export function placingKeypoints(first: LandmarkPoint): ImageToolState {
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

export const keypoint = ({ image }: ImageHost, { at, shift }: PointerInfo, label: number): LandmarkPoint => ({
  ...insideOf(at, image),
  label,
  visible: !shift,
})
