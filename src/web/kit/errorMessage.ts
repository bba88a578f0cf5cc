import type { AssistErrorCode } from '../../model/assistants/assistant.ts'
import type { Stage } from '../../model/stage.ts'
import { STAGES } from '../../model/stage.ts'
import { type MessageId, msg, verbatim } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import { ApiFailure } from './api.ts'
import { MessageError } from './messageError.ts'

/** More failures than these are not listed in a notice. */
const SHOWN_FAILURES = 5

/** Refusals whose `reason` says more than their code. */
const OF_REASON: Readonly<Record<string, MessageId>> = {
  BATCH_EXISTS: 'error.batchExists',
  COMMENT_MISSING: 'error.noComment',
  CONTESTED_ALREADY: 'error.contestedAlready',
  DATA_DELETED: 'error.dataDeleted',
  DRAFT_GONE: 'error.draftGone',
  EMAIL_TAKEN: 'error.emailTaken',
  LAST_ADMIN: 'error.lastAdmin',
  LINK_INVALID: 'error.linkInvalid',
  NO_CALLBACK_URL: 'error.noCallback',
  NOT_SUBMITTED: 'error.notSubmitted',
  OWN_WORK: 'error.ownWork',
  HELD: 'error.heldByPerson',
  PASSWORD_COMMON: 'error.passwordCommon',
  PASSWORD_LONG: 'error.passwordLong',
  PASSWORD_OWN_NAME: 'error.passwordOwnName',
  PASSWORD_REPEATS: 'error.passwordRepeats',
  PASSWORD_SHORT: 'error.passwordShort',
  PERSON_DEACTIVATED: 'error.personDeactivated',
  RESERVED: 'error.reserved',
  SIGNING_SECRET: 'error.badSecret',
  WRONG_CURRENT_PASSWORD: 'error.wrongCurrentPassword',
  WRONG_PASSWORD: 'error.wrongPassword',
} as const satisfies Record<string, PlainId>

const OF_CODE: Readonly<Record<string, MessageId>> = {
  'auth-failure': 'error.signIn',
  unauthorized: 'error.forbidden',
  resource_error: 'error.notFound',
  FS_0006: 'error.noJob',
  BATCH_CREATION: 'error.batchExists',
  CONFLICT: 'error.conflict',
  GONE: 'error.gone',
  FS_0013: 'error.tooLarge',
  GE_0001: 'error.invalid',
  GE_0002: 'error.invalid',
  FS_0003: 'error.invalid',
  TIMEOUT: 'error.assistantTimeout',
  UNREACHABLE: 'error.assistantUnreachable',
  HTTP_ERROR: 'error.assistantFailed',
  REDIRECT: 'error.assistantRedirect',
  INVALID_ANSWER: 'error.assistantAnswer',
  TOO_LARGE: 'error.assistantTooLarge',
  TOO_MANY: 'error.assistantTooMany',
  CANCELLED: 'error.assistantCancelled',
  SUPERSEDED: 'error.assistantSuperseded',
  BUSY: 'error.assistantBusy',
  DAILY_LIMIT: 'error.assistantDailyLimit',
} as const satisfies Record<string, PlainId>

/** Messages without values. */
type PlainId = {
  [Id in MessageId]: Id extends `error.${string}` ? (Parameters<typeof msg<Id>> extends [Id] ? Id : never) : never
}[MessageId]

/** A description of the error in the person's language. The API's own sentence is never shown together with it. */
export function errorMessage(error: unknown): Message {
  if (error instanceof MessageError) return error.said
  if (!(error instanceof ApiFailure)) {
    return msg('error.unexpected', { detail: error instanceof Error ? error.message : String(error) })
  }
  if (error.offline) return msg('error.offline')
  const { meta, code, status } = error
  const ofReason = typeof meta.reason === 'string' ? OF_REASON[meta.reason] : undefined
  if (ofReason) return { id: ofReason }
  if (error.failures.length > 0) return failuresMessage(error)
  if (code === 'rate_limited') {
    const seconds = Number(meta.retry_after)
    return seconds > 0 ? msg('error.rateLimitedFor', { seconds }) : msg('error.rateLimited')
  }
  if (code === 'JOB_STATE') return stateMessage(meta.stage)
  const ofCode = OF_CODE[code]
  if (ofCode) return { id: ofCode }
  if (status === 503) return msg('error.notReady')
  return error.requestId ? msg('error.internal', { requestId: error.requestId }) : msg('error.status', { status })
}

/** Why a call of an assistant failed. */
export const assistErrorMessage = (code: AssistErrorCode): Message => ({ id: OF_CODE[code] })

function stateMessage(stage: unknown): Message {
  const known = STAGES.find((one): one is Stage => one === stage)
  return known ? msg('error.state', { stage: msg(`stage.${known}`) }) : msg('error.stateUnknown')
}

function failuresMessage({ failures }: ApiFailure): Message {
  const shown = failures.slice(0, SHOWN_FAILURES)
  const fields = shown.map(({ field, type }) =>
    msg('error.field', { field: field || verbatim('–'), problem: msg(`problem.${type}`) }),
  )
  const rest = failures.length - shown.length
  return msg('error.invalidFields', {
    fields: { list: rest > 0 ? [...fields, msg('common.andMore', { count: rest })] : fields },
  })
}
