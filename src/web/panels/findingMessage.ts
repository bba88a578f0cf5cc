import type { Finding } from '../../model/checks/finding.ts'
import { type MessageId, msg, verbatim } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'

/** Findings whose code is enough. */
const PLAIN = {
  ARCHIVED_CLASS: 'finding.ARCHIVED_CLASS',
  DUPLICATE: 'finding.DUPLICATE',
  OVERLAP: 'finding.OVERLAP',
  NO_POINTS: 'finding.NO_POINTS',
  FEW_POINTS: 'finding.FEW_POINTS',
  CAMERA_BOX_STALE: 'finding.CAMERA_BOX_STALE',
  LINE_JUMPS: 'finding.LINE_JUMPS',
  EMPTY_JOB: 'finding.EMPTY_JOB',
  EMPTY_INSTANCE: 'finding.EMPTY_INSTANCE',
} as const satisfies Partial<Record<Finding['code'], MessageId>>

/** What a check found, in the person's language; codes that only the API meets stay in English. */
export function findingMessage({ code, where, values = {}, message }: Finding): Message {
  switch (code) {
    case 'MISSING_ATTRIBUTE':
      return msg('finding.MISSING_ATTRIBUTE', {
        attributes: String(values.attributes ?? where.attribute ?? ''),
        count: Number(values.count ?? 1),
      })
    case 'SIZE':
      return msg(`finding.SIZE.${edgeOf(values)}`, { size: values.size ?? '', usual: values.usual ?? '' })
    case 'SIZE_CHANGES': {
      if (values.edge === undefined) return msg('finding.SIZE_CHANGES.box')
      return msg(`finding.SIZE_CHANGES.${edgeOf(values)}`, { size: values.size ?? '', usual: values.usual ?? '' })
    }
    case 'SPEED':
      return msg('finding.SPEED', { speed: values.speed ?? 'leap', most: values.most ?? '' })
    case 'TURN_RATE':
      return msg('finding.TURN_RATE', { turn: values.turn ?? '', most: values.most ?? '' })
    case 'HELD':
      return msg('finding.HELD', { frames: Number(values.frames) })
    case 'FLOATS':
    case 'SINKS':
      return msg(`finding.${code}`, { off: values.off ?? '' })
    case 'RELATION_TARGET':
    case 'RELATION_CLASSES':
    case 'RELATION_MAX':
      return msg(`finding.${code}`, { name: values.name ?? '' })
    case 'UNDECIDED_SUGGESTIONS':
      return msg('finding.UNDECIDED_SUGGESTIONS', { suggestions: Number(values.suggestions) })
    case 'UNLABELLED_POINTS':
      return msg('finding.UNLABELLED_POINTS', { points: Number(values.points) })
    case 'EMPTY_CLASS':
      return msg('finding.EMPTY_CLASS', { name: values.name ?? '', more: Number(values.more) })
    default:
      return code in PLAIN ? msg(PLAIN[code as keyof typeof PLAIN]) : verbatim(message)
  }
}

const edgeOf = ({ edge }: NonNullable<Finding['values']>) => (edge === 'length' || edge === 'width' ? edge : 'height')
