import { IMAGE_VIEW } from '../../model/document/document.ts'
import { flatAt } from '../../model/document/interpolate.ts'
import { classById } from '../../model/tag.ts'
import { type Assembly, writeAttributes } from './assembly.ts'
import { IMAGE_GROUPS } from './groups.ts'
import { writeShape } from './writeShape.ts'

export const IMAGE_COORDINATES = { units: 'normalized', origin: 'top_left', x: 'right', y: 'down' }

export function assembleImage({ document, job }: Assembly) {
  const [frame] = job.frames
  const classes = classById(job.tag)
  const groups = new Map<string, unknown[]>(IMAGE_GROUPS.map(({ kind }) => [kind, []]))
  for (const track of document.tracks.values()) {
    const view = track.views.get(IMAGE_VIEW)
    const found = view && flatAt(view, 0)
    const tagClass = classes.get(track.classId)
    if (!found || !tagClass) continue
    groups.get(found.shape.type)?.push({
      _id: track.id,
      type: found.shape.type,
      label: tagClass.name,
      class_id: tagClass.classId,
      attributes: writeAttributes(track.attributes, tagClass.attributes),
      ...writeShape(found.shape, frame.image),
      source: found.source,
    })
  }
  const filled = IMAGE_GROUPS.filter(({ kind, always }) => always || groups.get(kind)?.length)
  return {
    image_url: frame.src,
    image: { width: frame.image?.widthPx, height: frame.image?.heightPx, exif_orientation: job.exifOrientation ?? 1 },
    coordinate_system: { ...IMAGE_COORDINATES },
    image_attributes: writeAttributes(document.jobAttributes, job.tag.attributes),
    annotations: Object.fromEntries(filled.map(({ name, kind }) => [name, groups.get(kind)])),
  }
}
