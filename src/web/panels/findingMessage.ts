import type { Finding } from '../../model/checks/finding.ts'
import { type MessageId, msg, verbatim } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'

/** Findings that need no more than their code. */
const PLAIN = {
  ARCHIVED_CLASS: 'finding.ARCHIVED_CLASS',
  DUPLICATE: 'finding.DUPLICATE',
  OVERLAP: 'finding.OVERLAP',
  SPEED_JUMP: 'finding.SPEED_JUMP',
  SIZE_JUMP: 'finding.SIZE_JUMP',
  HEADING_JUMP: 'finding.HEADING_JUMP',
  FEW_POINTS: 'finding.FEW_POINTS',
  HELD_CUBOID: 'finding.HELD_CUBOID',
  EMPTY_INSTANCE: 'finding.EMPTY_INSTANCE',
} as const satisfies Partial<Record<Finding['code'], MessageId>>

/** What a check found, in the person's language; codes that only the API meets stay in English. */
export function findingMessage({ code, where, values = {}, message }: Finding): Message {
  switch (code) {
    case 'REQUIRED_ATTRIBUTE':
      return msg('finding.REQUIRED_ATTRIBUTE', { attribute: where.attribute ?? '' })
    case 'SIZE': {
      const edge = values.edge === 'length' || values.edge === 'width' ? values.edge : 'height'
      return msg(`finding.SIZE.${edge}`, { size: values.size ?? '', usual: values.usual ?? '' })
    }
    case 'SIZE_VARIES': {
      const edge = values.edge === 'length' || values.edge === 'width' ? values.edge : 'height'
      return msg(`finding.SIZE_VARIES.${edge}`, { size: values.size ?? '', first: values.first ?? '' })
    }
    case 'OFF_GROUND':
      return msg(`finding.OFF_GROUND.${values.side === 'below' ? 'below' : 'above'}`, { off: values.off ?? '' })
    case 'RELATION_TARGET':
    case 'RELATION_CLASSES':
    case 'RELATION_MAX':
      return msg(`finding.${code}`, { name: values.name ?? '' })
    case 'EMPTY_CUBOID':
      return msg('finding.EMPTY_CUBOID', { frames: Number(values.frames) })
    case 'UNLABELLED_POINTS':
      return msg('finding.UNLABELLED_POINTS', { points: Number(values.points) })
    case 'EMPTY_CLASS':
      return msg('finding.EMPTY_CLASS', { name: values.name ?? '', more: Number(values.more) })
    default:
      return code in PLAIN ? msg(PLAIN[code as keyof typeof PLAIN]) : verbatim(message)
  }
}
