import { valueCount } from '../core/attributeCount.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Losses } from '../core/losses.ts'
import { stableToken } from '../core/stableIds.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import { boxTracks, type ResultCuboid } from '../records/boxRecords.ts'
import type { WireAttributes } from '../records/flatRecords.ts'
import { categoryToken, type NuscenesTables } from './tables.ts'

/** Instances and their annotations, linked in the order of frames. */
export function writeAnnotations(
  tables: NuscenesTables,
  job: ExportJob,
  sampleTokenOf: (frameId: string) => string,
  losses: Losses,
): void {
  if (job.document.type !== 'cuboid3d' && job.document.type !== 'cuboid3d_linked2d') return
  const tracks = boxTracks(job.document)
  const cuboids = new Map<string, ResultCuboid[]>()
  for (const record of [...boxesByFrame(job.document).values()].flat()) {
    const { frameId, trackId } = record
    const known = cuboids.get(trackId)
    if (record.type !== 'cuboid') {
      losses.add(`${record.type}_dropped`, job, { frame: frameId, trackId })
      losses.add('attribute_dropped', job, { frame: frameId, trackId, count: valueCount(record.attributes) })
    } else if (known) known.push(record)
    else cuboids.set(trackId, [record])
  }
  for (const { trackId, attributes } of tracks.values())
    if (!cuboids.has(trackId)) losses.add('attribute_dropped', job, { trackId, count: valueCount(attributes) })
  for (const [trackId, records] of cuboids) {
    const instance = stableToken('instance', job.referenceId, trackId)
    const tokens = records.map(({ frameId }) => stableToken('sample_annotation', job.referenceId, trackId, frameId))
    tables.add('instance', {
      token: instance,
      category_token: categoryToken(records[0].label),
      nbr_annotations: records.length,
      first_annotation_token: tokens[0],
      last_annotation_token: tokens.at(-1),
      // A member outside nuScenes' schema: tokens are hashes, and re-imported labels keep their track.
      track_id: trackId,
    })
    const ofTrack = tracks.get(trackId)?.attributes ?? {}
    for (const [index, record] of records.entries()) {
      const { position, heading } = record.commonFromBox
      const { length, width, height } = record.dimensions
      tables.add('sample_annotation', {
        token: tokens[index],
        sample_token: sampleTokenOf(record.frameId),
        instance_token: instance,
        visibility_token: '',
        attribute_tokens: attributeTokens(tables, ofTrack, record.attributes),
        translation: [position.x, position.y, position.z],
        size: [width, length, height],
        rotation: [heading.w, heading.x, heading.y, heading.z],
        prev: tokens[index - 1] ?? '',
        next: tokens[index + 1] ?? '',
        num_lidar_pts: record.pointCount,
        num_radar_pts: 0,
      })
    }
  }
}

/** nuScenes knows attributes by name alone: each value is one, called `name.value`. */
function attributeTokens(tables: NuscenesTables, ...groups: readonly WireAttributes[]): string[] {
  return groups.flatMap((group) =>
    Object.entries(group).flatMap(([name, { value }]) =>
      [value].flat().map((one) => {
        const full = `${name}.${one}`
        return tables.once('attribute', [full], (token) => ({ token, name: full, description: '' }))
      }),
    ),
  )
}
