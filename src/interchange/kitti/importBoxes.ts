import { composePoses } from '../../geometry/pose.ts'
import { hasCameraBoxes } from '../../model/annotationTypes/rulesOf.ts'
import type { BoxImport } from '../core/boxImport.ts'
import { ImportError, type ImportTarget, type ReadRequest, type TargetFrame } from '../core/reader.ts'
import { uprightHeading } from './axes.ts'
import type { readCalibration } from './readCalibration.ts'
import { cameraFor, commonFromLabels } from './readCalibration.ts'
import { notesOfBox, type SentBox } from './readLine.ts'

interface FrameBoxes {
  file: string
  frame: TargetFrame
  calibration: Awaited<ReturnType<typeof readCalibration>>
  boxes: readonly { trackId: string; label: string; box: SentBox }[]
  /** We wrote the archive: its further values and boxes in the image follow from the cuboids. */
  isOwn: boolean
}

/** Puts the boxes of a frame into the job: in space, and on the camera where the job has boxes there. */
export function importBoxes(
  into: BoxImport,
  target: ImportTarget,
  { file, frame, calibration, boxes, isOwn }: FrameBoxes,
  request: ReadRequest,
): void {
  const isLinked = hasCameraBoxes(request.tag.annotationType)
  const commonFromCamera = commonFromLabels(frame, target, calibration)
  const { camera } = cameraFor(target, calibration)
  const size = frame.files.find(({ sensorId }) => sensorId === camera?.id)?.size ?? null
  if (!commonFromCamera && boxes.some(({ box }) => box.space))
    throw new ImportError({ file, type: 'MISSING' }, `${file}: the job has no sensor that places its boxes`)
  const unused = isLinked || isOwn ? undefined : boxes.find(({ box }) => box.space && box.bbox)
  if (unused) request.fail({ file, line: unused.box.line, field: 'bbox', type: 'NOT_ALLOWED', lost: 'bbox' })
  for (const { trackId, label, box } of boxes) {
    const attributes = isOwn ? [] : notesOfBox(box, request.tag, label)
    const head = { label, trackId, frameId: frame.frameId, attributes }
    const report = (names: readonly string[]) => {
      for (const name of names)
        request.fail({ file, line: box.line, field: `attributes.${name}`, type: 'UNKNOWN', lost: name })
    }
    const bbox = isLinked && camera?.isEditable && size ? box.bbox : null
    if (box.space && commonFromCamera) {
      const { bottomM, dimensions, rotationYRad } = box.space
      const position = { ...bottomM, y: bottomM.y - dimensions.height / 2 }
      const cameraFromBox = { position, heading: uprightHeading(rotationYRad) }
      report(into.cuboid({ ...head, commonFromBox: composePoses(commonFromCamera, cameraFromBox), dimensions }))
    } else if (!bbox) request.fail({ file, line: box.line, type: 'NOT_ALLOWED' })
    if (!bbox || !camera || !size) continue
    const [left, top, right, bottom] = bbox
    const rectangle = {
      left: (left + 0.5) / size.widthPx,
      top: (top + 0.5) / size.heightPx,
      right: (right + 0.5) / size.widthPx,
      bottom: (bottom + 0.5) / size.heightPx,
    }
    const unknown = into.rectangle({ ...head, sensorId: camera.id, rectangle, isLinked: box.space !== null })
    if (!box.space) report(unknown)
  }
}
