import type { Landmark, LandmarkPoint } from '../../../../model/document/shape.ts'
import type { ShapeInWork, WorkPoint } from '../../../document/shapeInWork.ts'
import { insideOf } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageToolState, PointerInfo } from '../imageHost.ts'

/** Keypoints one after another, numbered as they come; Shift sets one that is covered. Enter or a double click ends. */
export function placingKeypoints(points: readonly LandmarkPoint[]): ImageToolState {
  let work: ShapeInWork = { tool: 'landmark', points }
  const put = (all: readonly WorkPoint[]) => {
    work = { ...work, points: all }
  }
  const shape = (): Landmark => ({ type: 'landmark', points: keypointsInWork(work) })
  const finish = (editor: ImageHost): ImageNext => {
    editor.create('edit.drawKeypoints', shape())
    return DONE
  }
  return {
    name: 'landmark.drawing',
    cursor: 'crosshair',
    pointerDown(editor, info) {
      if (info.clickCount > 1) return finish(editor)
      if (info.button === 0) put([...work.points, keypoint(editor, info, work.points.length + 1)])
      return undefined
    },
    complete: finish,
    stepBack() {
      if (work.points.length > 1) put(work.points.slice(0, -1))
      return undefined
    },
    work: () => work,
    overlay: () => ({ added: [shape()] }),
  }
}

/** The keypoints that were set; those left out are missing. */
export const keypointsInWork = ({ points }: ShapeInWork): LandmarkPoint[] =>
  points.flatMap(({ x, y, label, visible = true, isAbsent }, i) =>
    isAbsent ? [] : [{ x, y, label: label ?? i + 1, visible }],
  )

export const keypoint = ({ image }: ImageHost, { at, shift }: PointerInfo, label: number): LandmarkPoint => ({
  ...insideOf(at, image),
  label,
  visible: !shift,
})
