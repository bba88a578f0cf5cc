import { msg } from '../../../messages/message.ts'
import type { ImageHost, ImageTool, PointerInfo } from '../imageHost.ts'
import { keypoint, keypointsInWork, placingKeypoints } from './placing.ts'
import { placingSkeleton } from './placingSkeleton.ts'
import { settingKeypoints } from './settingKeypoints.ts'

function begin(editor: ImageHost, info: PointerInfo) {
  const skeleton = editor.classFor('landmark')?.skeleton
  return skeleton ? placingSkeleton(skeleton, info) : placingKeypoints([keypoint(editor, info, 1)])
}

export const LANDMARK_TOOL: ImageTool = {
  id: 'landmark',
  label: msg('tool.keypoints'),
  icon: 'landmark',
  key: 'N',
  makes: 'landmark',
  start: () => ({
    name: 'landmark.idle',
    cursor: 'crosshair',
    pointerDown: (editor, info) => (info.button === 0 && !editor.session.readOnly ? begin(editor, info) : undefined),
  }),
  resume(work, editor) {
    const skeleton = editor.classFor('landmark')?.skeleton
    return skeleton ? settingKeypoints(skeleton, work) : placingKeypoints(keypointsInWork(work))
  },
}
