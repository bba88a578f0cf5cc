import { relativePose } from '../../geometry/pose.ts'
import { rotationMatrix } from '../../geometry/quaternion.ts'
import type { Attribute } from '../../model/attribute.ts'
import { commonFromCloud, mainCloud, otherClouds } from '../clouds/cloudPose.ts'
import type { Archive, Piece, Spool } from '../core/archive.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportFile, ExportFrame, ExportJob, ExportSet } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { NameRegistry } from '../core/names.ts'
import { StableIds, stableToken } from '../core/stableIds.ts'
import { type Episode, episodeOf } from './annotation.ts'

const COLOUR = '#808080'

/** meta.json of a project: its classes, and a tag for each attribute by name. */
function projectMeta({ classes, tags }: Pick<ExportSet, 'classes' | 'tags'>): object {
  const attributes = [
    ...classes.list.flatMap(({ tagClass }) => tagClass.attributes),
    ...tags.flatMap((tag) => tag.attributes),
  ]
  return {
    classes: classes.list.map(({ name, index, tagClass }) => ({
      id: index + 1,
      title: name,
      shape: 'cuboid_3d',
      color: hexOf(tagClass.color),
      geometry_config: {},
      hotkey: '',
    })),
    tags: [...Map.groupBy(attributes, ({ name }) => name)].map(([name, same], index) => ({
      id: index + 1,
      name,
      ...valueType(same),
      color: COLOUR,
      hotkey: '',
      applicable_type: 'all',
      classes: [],
    })),
    projectType: 'point_cloud_episodes',
  }
}

/** Attributes of one name are one tag; where their types differ it is free text. */
function valueType(attributes: readonly Attribute[]): { value_type: string; values?: string[] } {
  const types = new Set(attributes.map(({ type }) => (type === 'multiselect' ? 'select' : type)))
  if (types.size > 1) return { value_type: 'any_string' }
  const [type] = types
  if (type === 'number') return { value_type: 'any_number' }
  if (type === 'text') return { value_type: 'any_string' }
  const values = type === 'boolean' ? ['true', 'false'] : [...new Set(attributes.flatMap(({ options }) => options))]
  return { value_type: 'oneof_string', values }
}

const hexOf = (color: string): string =>
  `#${(color.match(/\d+/g) ?? []).map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`

/** An episode a job. */
export const writeSupervisely: Writer = async (set, archive, losses) => {
  const keys = new KeyIdMap(archive)
  for await (const job of set.jobs()) {
    const episode = keys.numbered(episodeOf(job, losses))
    const file = `${job.name}/annotation.json`
    await archive.add(file, `${JSON.stringify(episode)}\n`, { job })
    const clouds = Object.fromEntries(job.frames.map((frame, index) => [index, `${frame.name}.pcd`]))
    await archive.add(`${job.name}/frame_pointcloud_map.json`, `${JSON.stringify(clouds, null, 1)}\n`, { job })
    for (const frame of job.frames) {
      archive.note(file, { job, frame })
      if (set.includeFiles) await copyData(job, frame, archive, losses)
    }
    await keys.flush()
  }
  await archive.add('meta.json', `${JSON.stringify(projectMeta(set), null, 1)}\n`)
  await archive.add('key_id_map.json', keys.content())
}

const MAPS = ['tags', 'objects', 'figures', 'videos'] as const

/** key_id_map.json: a number for each key. */
class KeyIdMap {
  readonly #spools: ReadonlyMap<string, Spool>
  readonly #ids = new StableIds()

  constructor(archive: Archive) {
    this.#spools = new Map(MAPS.map((name) => [name, archive.spool()]))
  }

  /** The episode with the number of each key: the SDK cannot open two episodes, objects, figures or tags without one. */
  numbered({ key, tags, objects, frames, ...episode }: Episode): object {
    const datasetId = this.#put('videos', key)
    const tagsOf = (of: string, some: Episode['tags']) =>
      some.map((tag, place) => this.#keyed('tags', { key: stableToken('tag', of, String(place)), ...tag }))
    return {
      key,
      datasetId,
      ...episode,
      tags: tagsOf(key, tags),
      objects: objects.map((object) => ({
        ...this.#keyed('objects', object),
        tags: tagsOf(object.key, object.tags),
      })),
      frames: frames.map(({ index, figures }) => ({
        index,
        figures: figures.map((figure) => this.#keyed('figures', figure)),
      })),
    }
  }

  async flush(): Promise<void> {
    for (const spool of this.#spools.values()) await spool.flush()
  }

  async *content(): AsyncGenerator<Piece> {
    let separator = '{'
    for (const [name, spool] of this.#spools) {
      yield `${separator}${JSON.stringify(name)}:{`
      yield* spool.content()
      yield '\n}'
      separator = ','
    }
    yield '}\n'
  }

  #keyed<T extends { key: string }>(map: (typeof MAPS)[number], thing: T): T & { id: number } {
    return { id: this.#put(map, thing.key), ...thing }
  }

  #put(map: (typeof MAPS)[number], key: string): number {
    const id = this.#ids.take(key)
    const spool = this.#spools.get(map)
    spool?.write(`${spool.count === 0 ? '' : ','}\n"${key}":${id}`)
    return id
  }
}

/** Copies the main cloud of a frame and its images, with the pose of each camera relative to the cloud. */
async function copyData(job: ExportJob, frame: ExportFrame, archive: Archive, losses: Losses): Promise<void> {
  const cloud = mainCloud(job, frame.files)
  if (cloud) await copyFile(archive, losses, `${job.name}/pointcloud/${frame.name}.pcd`, { job, frame, file: cloud })
  losses.add('cloud_dropped', job, { frame, count: otherClouds(job, frame.files).length })
  const names = new NameRegistry()
  for (const file of frame.files) {
    if (file.kind !== 'image') continue
    const name = `${names.take(file.sensorId)}.${imageEnding(file)}`
    const folder = `${job.name}/related_images/${frame.name}_pcd`
    if (!(await copyFile(archive, losses, `${folder}/${name}`, { job, frame, file }))) continue
    await archive.add(`${folder}/${name}.json`, `${JSON.stringify(imageInfo(job, frame, file, name))}\n`, {
      job,
      frame,
    })
  }
}

function imageInfo(job: ExportJob, frame: ExportFrame, file: ExportFile, name: string): object {
  const intrinsics = job.sensors.find(({ id }) => id === file.sensorId)?.intrinsics
  const cameraFromCloud =
    file.commonFromSensor && relativePose(file.commonFromSensor, commonFromCloud(job, frame.files))
  const sensorsData =
    intrinsics && cameraFromCloud
      ? {
          extrinsicMatrix: extrinsicOf(cameraFromCloud),
          intrinsicMatrix: [
            intrinsics.fx,
            intrinsics.skew,
            intrinsics.cx,
            0,
            intrinsics.fy,
            intrinsics.cy,
            0,
            0,
            1,
          ].map((value, index) => (index === 8 ? value : value / intrinsics.scaleFactor)),
        }
      : {}
  return { name, meta: { deviceId: file.sensorId, sensorsData } }
}

/** The upper three rows, row by row. */
function extrinsicOf({ position, heading }: ReturnType<typeof relativePose>): number[] {
  const r = rotationMatrix(heading)
  return [...r.slice(0, 3), position.x, ...r.slice(3, 6), position.y, ...r.slice(6, 9), position.z]
}
