import { type Fields, fieldsOf, memberOf, memberText, numberOf } from './fieldsOf.ts'

const NS_A_SECOND = 1_000_000_000n

/** When and in which coordinate frame something was measured. */
export interface Stamp {
  timeNs: bigint
  frameId: string
}

/** `header.stamp`, or `timestamp` of Foxglove's messages; the log's time where it is 0 or missing. */
export function stampOf(message: Fields, logTimeNs: bigint): Stamp {
  const header = fieldsOf(message.header)
  const timeNs = timeOf(memberOf(header, 'stamp') ?? message.timestamp)
  return {
    timeNs: timeNs > 0n ? timeNs : logTimeNs,
    frameId: frameName(memberOf(header, 'frame_id') ?? message.frame_id),
  }
}

/** ROS 1 began some names with a slash. */
export const frameName = (value: unknown): string => memberText(value).replace(/^\/+/, '')

function timeOf(value: unknown): bigint {
  const time = fieldsOf(value)
  const seconds = numberOf(memberOf(time, 'sec', 'secs', 'seconds')) ?? 0
  const nanos = numberOf(memberOf(time, 'nanosec', 'nsec', 'nsecs', 'nanos')) ?? 0
  return BigInt(Math.trunc(seconds)) * NS_A_SECOND + BigInt(Math.trunc(nanos))
}
