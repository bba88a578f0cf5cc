import { hasCameraBoxes } from '../../../model/annotationTypes/rulesOf.ts'
import type { EditorSession } from '../../document/session.ts'
import type { ToolDeclaration } from '../../document/toolDeclaration.ts'
import { CAMERA_BOX_TOOL } from '../../tools/cuboid/camera/cameraTools.ts'
import type { CuboidTool } from '../../tools/cuboid/cuboidHost.ts'
import { CUBOID_TOOLS } from '../../tools/cuboid/cuboidTools.ts'
import { classForKind } from '../../tools/image/classChoice.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'

/** Leaves out tools for sensors that must not be annotated, and for forms that no class allows. */
export function offeredTools({ document, job }: EditorSession, { sensors }: FusionJob): readonly ToolDeclaration[] {
  const isEditable = (wanted: string) => sensors.some(({ modality, editable }) => modality === wanted && editable)
  const isOffered = ({ makes }: CuboidTool) => !makes || classForKind(job.tag, null, makes) !== null
  const ofLidar = CUBOID_TOOLS.filter((tool) => tool.readsOnly || (isEditable('lidar') && isOffered(tool)))
  return hasCameraBoxes(document.annotationType) && isEditable('camera') ? [...ofLidar, CAMERA_BOX_TOOL] : ofLidar
}
