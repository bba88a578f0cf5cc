import type { IssuePlace } from '../../contract/issues.ts'
import { msg, verbatim } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'

/** The place of an issue in words. @param object the name of the object; null: it is pinned to none */
export function placeText({ frame, sensorId, imagePoint, position }: IssuePlace, object: Message | null): Message {
  const parts = [
    ...(object === null ? [] : [object]),
    ...(imagePoint || position ? [msg('place.point')] : []),
    ...(sensorId === undefined ? [] : [verbatim(sensorId)]),
    ...(frame === undefined ? [] : [msg('place.frame', { frame })]),
  ]
  return parts.length === 0 ? msg('place.job') : { parts }
}
