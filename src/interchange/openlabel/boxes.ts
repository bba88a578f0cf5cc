import { isResultOf } from '../../formats/results/resultForm.ts'
import type { ExportFile, ExportJob } from '../core/exportSet.ts'
import { steadyMetres } from '../core/steady.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import { boxTracks, type ResultCuboid, type ResultRectangle } from '../records/boxRecords.ts'
import type { Geometry, LabelObjects } from './objects.ts'
import type { Rig } from './rig.ts'
import { spaceGeometries } from './spaceShapes.ts'
import { cameraObjectUid, objectUid } from './uid.ts'
import { isEmpty, valuesOf } from './values.ts'

/** Cuboids and the boxes linked to them are data of one object, polylines and key points too; boxes of cameras alone are an object besides. */
export function addBoxes(job: ExportJob, { common }: Rig, objects: LabelObjects): void {
  const { document, referenceId } = job
  if (!isResultOf(document, 'boxes')) return
  const tracks = boxTracks(document)
  const byFrame = boxesByFrame(document)
  for (const [index, frame] of job.frames.entries()) {
    for (const record of byFrame.get(frame.frameId) ?? []) {
      const { trackId, label: type } = record
      const about = { name: trackId, type, data: valuesOf(tracks.get(trackId)?.attributes ?? {}) }
      if (record.type === 'cuboid')
        objects.add(objectUid(referenceId, trackId), about, index, 'cuboid', cuboid(record, common))
      else if (record.type !== 'rectangle') {
        for (const { kind, geometry } of spaceGeometries(record, common))
          objects.add(objectUid(referenceId, trackId), about, index, kind, geometry)
      } else {
        const file = frame.files.find(({ sensorId }) => sensorId === record.sensorId)
        const uid = (record.linkedId === null ? cameraObjectUid : objectUid)(referenceId, trackId)
        if (file?.size) objects.add(uid, about, index, 'bbox', bbox(record, file.size))
      }
    }
  }
}

function cuboid({ commonFromBox, dimensions, attributes }: ResultCuboid, common: string): Geometry {
  const { position: p, heading: q } = commonFromBox
  const { length, width, height } = dimensions
  const values = valuesOf(attributes)
  return {
    name: 'cuboid',
    val: [p.x, p.y, p.z, q.x, q.y, q.z, q.w, length, width, height],
    coordinate_system: common,
    ...(!isEmpty(values) && { attributes: values }),
  }
}

/** Centre and size in pixels over the image's edges. */
function bbox(
  { rectangle, sensorId, attributes }: ResultRectangle,
  { widthPx, heightPx }: NonNullable<ExportFile['size']>,
): Geometry {
  const [left, right] = [rectangle.left * widthPx, rectangle.right * widthPx]
  const [top, bottom] = [rectangle.top * heightPx, rectangle.bottom * heightPx]
  const values = valuesOf(attributes)
  return {
    name: `bbox_${sensorId}`,
    val: [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top].map(steadyMetres),
    coordinate_system: sensorId,
    ...(!isEmpty(values) && { attributes: values }),
  }
}
