import { parse } from '@foxglove/rosmsg'
import { ros2humble } from '@foxglove/rosmsg-msgs-common'
import type { MessageDefinition } from './ros1Reader.ts'

/** livox_ros_driver2 (MIT), whose first version has the same messages. */
const LIVOX = `std_msgs/Header header
uint64 timebase
uint32 point_num
uint8 lidar_id
uint8[3] rsvd
livox_ros_driver2/CustomPoint[] points
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: livox_ros_driver2/CustomPoint
uint32 offset_time
float32 x
float32 y
float32 z
uint8 reflectivity
uint8 tag
uint8 line`

/**
 * The definition of a message of ROS 2 and of all that it uses, for bags that do not have it: those before ROS 2 Iron.
 * null where it is not one of the common ones.
 */
export function knownDefinitions(schemaName: string): MessageDefinition[] | null {
  if (schemaName === 'livox_ros_driver2/CustomMsg') return parse(LIVOX, { ros2: true })
  const common: Readonly<Record<string, MessageDefinition>> = ros2humble
  if (!Object.hasOwn(common, schemaName)) return null
  const found = new Map<string, MessageDefinition>()
  const add = (name: string): void => {
    if (found.has(name) || !Object.hasOwn(common, name)) return
    found.set(name, common[name])
    for (const { isComplex, type } of common[name].definitions) if (isComplex) add(type)
  }
  add(schemaName)
  return [...found.values()]
}
