import type { NotOne } from '../../model/document/edits/oneObject.ts'
import type { Tag } from '../../model/tag.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'

/** Why objects do not become one, with the classes, the kinds or the frame. */
export function notOneWords({ job }: { job: { tag: Tag } }, act: 'merge' | 'join', refusal: NotOne): Message {
  if (refusal.refused === 'OTHER_CLASS') {
    const [one, other] = refusal.classIds.map((id) => job.tag.classes.find(({ classId }) => classId === id)?.name ?? id)
    return act === 'merge' ? msg('merge.OTHER_CLASS', { one, other }) : msg('join.OTHER_CLASS', { one, other })
  }
  if (refusal.refused === 'OTHER_KIND') {
    const [one, other] = refusal.kinds.map((kind) => msg(`geometry.${kind}`))
    return act === 'merge' ? msg('merge.OTHER_KIND', { one, other }) : msg('join.OTHER_KIND', { one, other })
  }
  return msg('merge.BOTH_SEEN', { frame: refusal.frame })
}
