import type { Dimensions } from '../../geometry/cuboid.ts'
import type { Pose } from '../../geometry/pose.ts'
import type { SpaceShape } from '../../model/document/shape.ts'
import type { Tag } from '../../model/tag.ts'
import { type RelationRecord, relationsByObject } from '../records/relationRecords.ts'
import { attributesFor, attributesOfClass } from './importedAttributes.ts'

interface BoxHead {
  label: string
  trackId: string
  frameId: string
  attributes?: Iterable<readonly [string, unknown]>
  /** `_id`, where the data set has it. */
  recordId?: string
  keyFrame?: boolean
}

interface GivenCuboid extends BoxHead {
  commonFromBox: Pose
  dimensions: Dimensions
}

interface GivenSpace extends BoxHead {
  /** The shape in the common frame. */
  shape: SpaceShape
}

interface GivenRectangle extends BoxHead {
  sensorId: string
  /** Edges of the image are 0 and 1; what reaches over them is cut. */
  rectangle: { left: number; top: number; right: number; bottom: number }
  isLinked: boolean
}

/** Gathers boxes as they are submitted. Answers names of attributes that the class does not have. */
export class BoxImport {
  readonly #tag: Tag
  readonly #records: object[] = []
  readonly #trackIds = new Set<string>()
  readonly #ofFrames = new Map<string, object>()
  #ofJob: object = {}
  #related = new Map<string, { name: string; to: string }[]>()

  constructor(tag: Tag) {
    this.#tag = tag
  }

  cuboid({ commonFromBox, dimensions, ...head }: GivenCuboid): string[] {
    const { position, heading } = commonFromBox
    return this.#add(head, { type: 'cuboid', position, heading, dimensions })
  }

  space({ shape, ...head }: GivenSpace): string[] {
    return this.#add(head, { type: shape.type, points: shape.points })
  }

  rectangle({ rectangle, isLinked, sensorId, ...head }: GivenRectangle): string[] {
    const unit = (value: number) => Math.min(Math.max(value, 0), 1)
    const [left, top] = [unit(rectangle.left), unit(rectangle.top)]
    const [right, bottom] = [unit(rectangle.right), unit(rectangle.bottom)]
    return this.#add(head, {
      type: 'rectangle',
      sensor_id: sensorId,
      coordinates: [
        { x: left, y: top },
        { x: right, y: top },
        { x: right, y: bottom },
        { x: left, y: bottom },
      ],
      ...(!isLinked && { linked_id: null }),
    })
  }

  /** Values of the job itself, or of a frame. */
  ownAttributes(frameId: string | null, given: Iterable<readonly [string, unknown]>): string[] {
    const per = frameId === null ? 'job' : 'frame'
    const { attributes, unknown } = attributesFor(
      this.#tag.attributes.filter((attribute) => attribute.per === per),
      given,
    )
    if (frameId === null) this.#ofJob = attributes
    else if (Object.keys(attributes).length > 0) this.#ofFrames.set(frameId, attributes)
    return unknown
  }

  /** Objects by their track ids. */
  relate(relations: Iterable<RelationRecord>): void {
    this.#related = relationsByObject(relations)
  }

  /** `data` as submitted. */
  data(): object {
    const tracks = Array.from(this.#related, ([track_id, relations]) => ({ track_id, relations })).filter((one) =>
      this.#trackIds.has(one.track_id),
    )
    return {
      ...(Object.keys(this.#ofJob).length > 0 && { job_attributes: this.#ofJob }),
      ...(this.#ofFrames.size > 0 && { frame_attributes: Object.fromEntries(this.#ofFrames) }),
      annotation_data: { ...(tracks.length > 0 && { tracks }), annotations: this.#records },
    }
  }

  #add({ label, trackId, frameId, recordId, keyFrame, attributes: given = [] }: BoxHead, geometry: object): string[] {
    const { attributes, unknown } = attributesFor(attributesOfClass(this.#tag, label), given)
    const ids = { ...(recordId !== undefined && { _id: recordId }), track_id: trackId, frame_id: frameId }
    this.#trackIds.add(trackId)
    this.#records.push({ ...ids, label, key_frame: keyFrame ?? true, attributes, ...geometry })
    return unknown
  }
}
