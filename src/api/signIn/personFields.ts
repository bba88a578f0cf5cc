import { dictionary } from '@zxcvbn-ts/language-common'
import { faultAt, secretFault } from '../../formats/errors/fault.ts'
import { normalEmail } from '../../model/people/email.ts'
import { passwordFault } from '../../model/people/password.ts'
import { ApiError } from '../http/apiError.ts'

/** What guessing starts with: the most common passwords of leaked collections, in lower case. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common'] as readonly string[])

/** The email as it is stored. @throws ApiError 400 */
export function readEmail(text: string): string {
  const email = normalEmail(text)
  if (email !== null) return email
  throw new ApiError('GE_0002', 'email is not an email address', {
    failures: [faultAt('email', 'INVALID_VALUE', 'an email address', text)],
  })
}

/** The stored form of a name; null if absent. */
export const readName = (text: string | undefined): string | null => text?.normalize('NFC').trim() || null

/** @throws ApiError 400 with a message for the person who chose the password */
export function refuseWeakPassword(
  field: string,
  password: string,
  account: { email: string; name: string | null },
): void {
  const fault = passwordFault(password, account, COMMON_PASSWORDS)
  if (fault) {
    const { reason, text } = fault
    const failures = [secretFault(field, 'INVALID_VALUE', text, password)]
    throw new ApiError('GE_0002', text, { failures, meta: { reason } })
  }
}
