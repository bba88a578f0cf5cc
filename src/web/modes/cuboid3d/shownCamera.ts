import { dismissedBox, reprojectedBox } from '../../../model/document/edits/linkBox.ts'
import { msg } from '../../messages/message.ts'
import { camerasThatSee } from '../../tools/cuboid/bestCamera.ts'
import { linkedBoxAt } from '../../tools/cuboid/linkedBox.ts'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { cuboidFromRelative } from '../../view3d/relativeMatrix.ts'
import type { CuboidEditor } from './cuboidEditor.ts'

/** Cameras of the frame that see the selected box, the best first. */
export function seeingCameras(editor: CuboidEditor): CameraSource[] {
  const box = editor.selectedBox()
  const cameras = editor.job.frames[editor.frame]?.cameras ?? []
  return box ? camerasThatSee(cuboidFromRelative(editor.job.originM, box.cuboid), cameras) : []
}

/** The chosen camera, otherwise the one with the best view of the selected object. null: the frame has no image. */
export function shownCamera(editor: CuboidEditor): CameraSource | null {
  const cameras = editor.job.frames[editor.frame]?.cameras ?? []
  const chosen = cameras.find(({ sensorId }) => sensorId === editor.view.cameraId)
  return chosen ?? seeingCameras(editor)[0] ?? cameras[0] ?? null
}

/** Removes the selected object's box on that camera in this frame, or undoes a person's earlier change of it. */
export function toggleCameraBox(editor: CuboidEditor): void {
  const source = shownCamera(editor)
  const track = editor.selectedTrack
  if (!source || !track) return
  const { sensorId, camera, size } = source
  const link = linkedBoxAt(track, sensorId, editor.frame, camera, size)
  if (!editor.isEditable(sensorId)) editor.tell(msg('cuboid.cameraReadOnly'))
  else if (link?.state === 'linked' && link.rectangle) {
    editor.edit(track.id, 'edit.removeBox', (before) => dismissedBox(before, sensorId, editor.frame))
  } else if (link?.state === 'adjusted' || link?.state === 'dismissed') {
    editor.edit(track.id, 'edit.reproject', (before) => reprojectedBox(before, sensorId, editor.frame))
  } else editor.tell(msg('camera.noFollowingBox'))
}
