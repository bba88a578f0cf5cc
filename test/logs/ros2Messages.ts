import { stringify } from '@foxglove/rosmsg'
import { ros2humble } from '@foxglove/rosmsg-msgs-common'
import { MessageWriter } from '@foxglove/rosmsg2-serialization'
import type { Pose } from '../../src/geometry/pose.ts'

export type Ros2Name = keyof typeof ros2humble

const NS = 1_000_000_000n

/** Definitions of a message and of all that it uses, as ROS 2 tools write them into logs. */
export function definitionsOf(name: Ros2Name) {
  const wanted = new Map<string, (typeof ros2humble)[Ros2Name]>()
  const add = (type: Ros2Name): void => {
    if (wanted.has(type)) return
    const definition = ros2humble[type]
    wanted.set(type, definition)
    for (const field of definition.definitions) if (field.isComplex) add(field.type as Ros2Name)
  }
  add(name)
  return [...wanted.values()]
}

export const schemaText = (name: Ros2Name): string => stringify(definitionsOf(name))

const writers = new Map<Ros2Name, MessageWriter>()

/** A message of ROS 2 in CDR; members that are left out are 0. */
export function cdr(name: Ros2Name, message: object): Uint8Array {
  let writer = writers.get(name)
  if (!writer) {
    writer = new MessageWriter(definitionsOf(name))
    writers.set(name, writer)
  }
  return writer.writeMessage(message)
}

export const time = (timeNs: bigint) => ({ sec: Number(timeNs / NS), nanosec: Number(timeNs % NS) })

export const header = (timeNs: bigint, frame_id: string) => ({ stamp: time(timeNs), frame_id })

export const transform = (parent: string, child: string, { position, heading }: Pose, timeNs: bigint) => ({
  header: header(timeNs, parent),
  child_frame_id: child,
  transform: { translation: position, rotation: heading },
})

const FIELD_TYPE = { F4: 7, F8: 8, U4: 6, U2: 4, U1: 2, I4: 5, I2: 3, I1: 1 } as const

export const field = (name: string, offset: number, type: keyof typeof FIELD_TYPE, count = 1) => ({
  name,
  offset,
  datatype: FIELD_TYPE[type],
  count,
})

/** A cloud of x, y, z and intensity, 16 bytes a point. */
export function cloud(points: readonly (readonly number[])[], timeNs: bigint, frameId: string) {
  const data = new Uint8Array(Float32Array.from(points.flat()).buffer)
  return {
    header: header(timeNs, frameId),
    height: 1,
    width: points.length,
    fields: ['x', 'y', 'z', 'intensity'].map((name, place) => field(name, place * 4, 'F4')),
    is_bigendian: false,
    point_step: 16,
    row_step: data.length,
    data,
    is_dense: true,
  }
}
