import { isResultOf } from '../../formats/results/resultForm.ts'
import { cuboidInFrame } from '../../geometry/cuboid.ts'
import { eulerOf } from '../../geometry/euler.ts'
import { commonFromCloud } from '../clouds/cloudPose.ts'
import { valueCount } from '../core/attributeCount.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Losses } from '../core/losses.ts'
import { stableToken } from '../core/stableIds.ts'
import { steadyAngle, steadyPoint } from '../core/steady.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import { boxTracks, type ResultCuboid } from '../records/boxRecords.ts'
import type { WireAttributes } from '../records/flatRecords.ts'

interface EpisodeTag {
  name: string
  value: string | number
  frameRange?: [number, number]
}

export interface Episode {
  description: string
  key: string
  tags: EpisodeTag[]
  objects: { key: string; classTitle: string; track_id: string; tags: EpisodeTag[] }[]
  framesCount: number
  frames: { index: number; figures: { key: string; objectKey: string; geometryType: string; geometry: object }[] }[]
}

/** annotation.json: boxes in the coordinates of the frame's cloud, values of attributes as tags. */
export function episodeOf(job: ExportJob, losses: Losses): Episode {
  const { document, referenceId, frames } = job
  const key = stableToken('episode', referenceId)
  const episode: Episode = {
    description: referenceId,
    key,
    tags: [],
    objects: [],
    framesCount: frames.length,
    frames: [],
  }
  if (!isResultOf(document, 'boxes')) return episode
  const { job_attributes: ofJob = {}, frame_attributes: ofFrames = {} } = document.data
  episode.tags.push(...tagsOf(ofJob))
  const tracks = boxTracks(document)
  const records = boxesByFrame(document)
  const objects = new Map<string, Episode['objects'][number]>()
  const objectOf = ({ trackId, label }: ResultCuboid) => {
    const known = objects.get(trackId)
    if (known) return known
    const made = {
      key: stableToken('object', referenceId, trackId),
      classTitle: label,
      // Members outside Supervisely's schema: keys are hashes, and re-imported labels keep their track.
      track_id: trackId,
      tags: tagsOf(tracks.get(trackId)?.attributes ?? {}),
    }
    objects.set(trackId, made)
    return made
  }
  for (const [index, frame] of frames.entries()) {
    episode.tags.push(...tagsOf(Object.hasOwn(ofFrames, frame.frameId) ? ofFrames[frame.frameId] : {}, index))
    const cloud = commonFromCloud(job, frame.files)
    const figures: Episode['frames'][number]['figures'] = []
    for (const record of records.get(frame.frameId) ?? []) {
      if (record.type !== 'cuboid') {
        const { trackId } = record
        losses.add(`${record.type}_dropped`, job, { frame, trackId })
        losses.add('attribute_dropped', job, { frame, trackId, count: valueCount(record.attributes) })
        continue
      }
      const object = objectOf(record)
      object.tags.push(...tagsOf(record.attributes, index))
      const { position, heading, dimensions } = cuboidInFrame(cloud, {
        ...record.commonFromBox,
        dimensions: record.dimensions,
      })
      const { x, y, z } = eulerOf(heading)
      figures.push({
        key: stableToken('figure', referenceId, record.trackId, frame.frameId),
        objectKey: object.key,
        geometryType: 'cuboid_3d',
        geometry: {
          position: steadyPoint(position),
          rotation: { x: steadyAngle(x), y: steadyAngle(y), z: steadyAngle(z) },
          dimensions: { x: dimensions.length, y: dimensions.width, z: dimensions.height },
        },
      })
    }
    if (figures.length > 0) episode.frames.push({ index, figures })
  }
  episode.objects = [...objects.values()]
  // Tracks without a cuboid do not become objects.
  for (const { trackId, attributes } of tracks.values())
    if (!objects.has(trackId)) losses.add('attribute_dropped', job, { trackId, count: valueCount(attributes) })
  return episode
}

/** A tag for each value: several of one name are a choice of several. */
function tagsOf(attributes: WireAttributes, frame?: number): EpisodeTag[] {
  return Object.entries(attributes).flatMap(([name, { value }]) =>
    [value].flat().map(
      (one): EpisodeTag => ({
        name,
        value: typeof one === 'boolean' ? String(one) : one,
        ...(frame !== undefined && { frameRange: [frame, frame] }),
      }),
    ),
  )
}
