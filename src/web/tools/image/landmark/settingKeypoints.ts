import type { Landmark } from '../../../../model/document/shape.ts'
import type { Skeleton } from '../../../../model/skeleton.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageToolState, PointerInfo } from '../imageHost.ts'
import { keypoint } from './placing.ts'

/** The keypoints of the skeleton in their order. Shift: covered; secondary button: this one is absent. */
export function settingKeypoints(skeleton: Skeleton, first: Landmark): ImageToolState {
  let shape = first
  let next = 2
  let at: PointerInfo | null = null
  const finish = (editor: ImageHost): ImageNext => {
    editor.create('edit.drawKeypoints', shape)
    return DONE
  }
  return {
    name: 'landmark.setting',
    cursor: 'crosshair',
    pointerDown(editor, info) {
      if (info.clickCount > 1) return undefined
      if (info.button === 0) shape = { ...shape, points: [...shape.points, keypoint(editor, info, next)] }
      if (info.button !== 1) next++
      return next > skeleton.points.length ? finish(editor) : undefined
    },
    pointerMove(_, info) {
      at = info
      return undefined
    },
    complete: finish,
    stepBack() {
      if (next > 2) next--
      const points = shape.points.filter(({ label }) => label < next)
      shape = { ...shape, points }
      return undefined
    },
    overlay: () => ({
      added: [shape],
      ...(at && { hint: { at: at.at, text: skeleton.points[next - 1]?.name ?? '' } }),
    }),
  }
}
