import type { Landmark } from '../../../../model/document/shape.ts'
import type { Skeleton } from '../../../../model/skeleton.ts'
import type { ShapeInWork } from '../../../document/shapeInWork.ts'
import { insideOf } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageToolState, PointerInfo } from '../imageHost.ts'
import { keypoint, keypointsInWork } from './placing.ts'

/** The keypoints of the skeleton in their order. Shift: covered; secondary button: this one is absent. */
export function settingKeypoints(skeleton: Skeleton, start: ShapeInWork): ImageToolState {
  let work = start
  let at: PointerInfo | null = null
  const next = () => work.points.length + 1
  const shape = (): Landmark => ({ type: 'landmark', points: keypointsInWork(work) })
  const finish = (editor: ImageHost): ImageNext => {
    editor.create('edit.drawKeypoints', shape())
    return DONE
  }
  return {
    name: 'landmark.setting',
    cursor: 'crosshair',
    pointerDown(editor, info) {
      if (info.clickCount > 1 || info.button === 1) return undefined
      const set =
        info.button === 0 ? keypoint(editor, info, next()) : { ...insideOf(info.at, editor.image), isAbsent: true }
      work = { ...work, points: [...work.points, set] }
      return next() > skeleton.points.length ? finish(editor) : undefined
    },
    pointerMove(_, info) {
      at = info
      return undefined
    },
    complete: finish,
    stepBack() {
      if (next() > 2) work = { ...work, points: work.points.slice(0, -1) }
      return undefined
    },
    work: () => work,
    overlay: () => ({
      added: [shape()],
      ...(at && { hint: { at: at.at, text: skeleton.points[next() - 1]?.name ?? '' } }),
    }),
  }
}
