import { randomUUID } from 'node:crypto'
import type { TagBody } from '../../../src/client/types/admin.ts'
import type { JobPayloadAnswer } from '../../../src/contract/payload.ts'
import type { TagClass } from '../../../src/model/tag.ts'
import { save } from '../../support/office.ts'
import { Person } from '../../support/person.ts'
import { HERE, pcdOf, pngOf } from '../../support/samples.ts'
import type { Stage } from '../../support/stage.ts'
import { Tenant } from '../../support/tenant.ts'
import { STREET_TAG_CLASSES } from '../../web/segmentationPayload.ts'
import { buildSite } from '../../web/site.ts'
import { CLASSES, clouds, SENSOR } from '../cuboids/field.ts'
import { YARD } from '../points/yard.ts'

/** The kinds of work that a hand does on the real page. */
export type Work = 'image' | 'video' | 'cuboids' | 'points'

export const PICTURE = { width: 1000, height: 500 }
export const VIDEO_FRAMES = 5

const COLOURS = ['rgb(230, 159, 0)', 'rgb(86, 180, 233)', 'rgb(0, 158, 115)', 'rgb(204, 121, 167)']
const COLOUR = { name: 'colour', type: 'select', options: ['red', 'blue'], required: false, per: 'object' } as const
const FLAT_CLASSES = [
  { name: 'car', color: COLOURS[0], attributes: [COLOUR] },
  { name: 'truck', color: COLOURS[1] },
  { name: 'road', color: COLOURS[2], geometries: ['polygon'] },
]

const classOf = ({ name, instantiable, defaultSize, attributes }: TagClass, i: number) => ({
  name,
  color: COLOURS[i % COLOURS.length],
  instantiable,
  ...(defaultSize && { default_size: defaultSize }),
  attributes: attributes.map(({ name, type, options, per }) => ({
    name,
    type,
    options: [...options],
    per,
    required: false,
  })),
})

const TAGS = {
  image: { operation: 'image2d', classes: FLAT_CLASSES },
  video: { operation: 'video2d', classes: FLAT_CLASSES },
  cuboids: { operation: 'cuboid3d', classes: CLASSES.map(classOf) },
  points: { operation: 'segmentation3d', classes: STREET_TAG_CLASSES.map(classOf) },
}

const LIDAR = [{ id: 'lidar', name: 'lidar', modality: 'lidar', primary_view: true, state: 'editable' }]

/** A service with a project for each kind of work, and one person who works in all of them. */
export class HandSite {
  readonly stage: Stage
  readonly person: Person
  readonly #manager: Person
  readonly #tenants: Readonly<Record<Work, Tenant>>
  readonly #files = new Map<string, string>()

  private constructor(
    stage: Stage,
    tenants: Readonly<Record<Work, Tenant>>,
    people: { person: Person; manager: Person },
  ) {
    this.stage = stage
    this.#tenants = tenants
    this.person = people.person
    this.#manager = people.manager
  }

  static async open(stage: Stage): Promise<HandSite> {
    await buildSite()
    const tag = (work: Work) => ({ [work]: structuredClone(TAGS[work]) as unknown as TagBody })
    const pictures = await Tenant.create(stage.admin, { name: 'pictures' }, { ...tag('image'), ...tag('video') })
    const drives = await Tenant.create(stage.admin, { name: 'drives', base: 'SENSOR_FUSION' }, tag('cuboids'))
    const base = 'POINT_CLOUD_SEGMENTATION'
    const clouds = await Tenant.create(stage.admin, { name: 'clouds', base }, tag('points'))
    const tenants = { image: pictures, video: pictures, cuboids: drives, points: clouds }
    const projects = [pictures, drives, clouds].map(({ projectId }) => projectId)
    const person = await Person.join(stage.admin, 'annotator', projects)
    const manager = await Person.join(stage.admin, 'manager', projects)
    return new HandSite(stage, tenants, { person, manager })
  }

  /** A job of that kind, which the person has taken. */
  async taken(work: Work): Promise<string> {
    const tenant = this.#tenants[work]
    const jobId = await tenant.submit({ reference_id: randomUUID(), tag: work, data: await this.#data(work) })
    await tenant.reached(jobId, 'queued')
    await this.person.post(`/api/jobs/${jobId}/claim`)
    return jobId
  }

  payload(jobId: string): Promise<JobPayloadAnswer> {
    return this.person.get<JobPayloadAnswer>(`/api/jobs/${jobId}`)
  }

  /** Another window of the person saves; the work is the same afterwards. */
  async saveElsewhere(jobId: string): Promise<void> {
    const { version } = await this.payload(jobId)
    const answered = (value: string | null) => ({ type: 'setJobAttribute', name: 'note', value }) as const
    await save(this.person, jobId, version, [answered('seen'), answered(null)])
  }

  /** A manager takes the job over. */
  async takeAway(jobId: string): Promise<void> {
    await this.#manager.post(`/api/jobs/${jobId}/take-over`)
  }

  /** The person has the job, whoever had it. */
  async holdAgain(jobId: string): Promise<void> {
    const { lease } = await this.payload(jobId)
    if (lease?.userId === this.#manager.userId) await this.#manager.post(`/api/jobs/${jobId}/release`)
    await this.person.post(`/api/jobs/${jobId}/claim`)
  }

  async draftsOf(jobId: string): Promise<number> {
    const { drafts } = await this.#manager.get<{ drafts: unknown[] }>(`/api/jobs/${jobId}/drafts`)
    return drafts.length
  }

  /** The document that was delivered. */
  async delivered(work: Work, jobId: string): Promise<unknown> {
    const { result } = await this.#tenants[work].reached(jobId, 'completed')
    const answer = await this.stage.admin.with(null).call('GET', result ?? '')
    return JSON.parse(answer.bytes.toString('utf8'))
  }

  async #data(work: Work): Promise<object> {
    switch (work) {
      case 'image':
        return { image_url: await this.#picture(0) }
      case 'video': {
        const frames = Array.from({ length: VIDEO_FRAMES }, async (_, frame) => ({
          frame_id: `f${frame}`,
          src: await this.#picture(frame),
        }))
        return { video_data: { frames: await Promise.all(frames) } }
      }
      case 'cuboids':
        return this.#drive()
      case 'points': {
        const data_url = this.#cloud('yard', YARD.positions)
        return { sensor_data: { sensors: [{ sensor_id: 'lidar', data_url, sensor_pose: HERE }], sensor_meta: LIDAR } }
      }
    }
  }

  #drive(): object {
    const sensor_pose = { ...HERE, position: SENSOR }
    const ego_pose = HERE
    const frames = clouds().map((positions, frame) => ({
      frame_id: `f${frame}`,
      ego_pose,
      sensors: [{ sensor_id: 'lidar', data_url: this.#cloud(`field-${frame}`, positions), sensor_pose }],
    }))
    return { sensor_data: { frames, sensor_meta: LIDAR } }
  }

  async #picture(frame: number): Promise<string> {
    const name = `picture-${frame}.png`
    const known = this.#files.get(name)
    if (known) return known
    const { width, height } = PICTURE
    return this.#put(name, await pngOf(width, height, frame + 1))
  }

  #cloud(name: string, positions: Float64Array): string {
    const known = this.#files.get(`${name}.pcd`)
    if (known) return known
    const points = Array.from({ length: positions.length / 3 }, (_, i) => {
      const [x, y, z] = positions.subarray(3 * i, 3 * i + 3)
      return [x, y, z] as const
    })
    return this.#put(`${name}.pcd`, pcdOf(points))
  }

  #put(name: string, body: Buffer): string {
    const url = this.stage.files.put(`/hand/${name}`, body)
    this.#files.set(name, url)
    return url
  }
}
