import { Type } from 'typebox'
import { faultAt, secretFault } from '../../formats/errors/fault.ts'
import { normalEmail } from '../../model/people/email.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, passwordFault } from '../../model/people/password.ts'
import { NAME_PATTERN } from '../../model/visibleText.ts'
import { ApiError } from '../http/apiError.ts'
import { COMMON_PASSWORDS } from './commonPasswords.ts'

/** An e-mail in a body; readEmail says whether it is one. */
export const EmailText = Type.String({ maxLength: 320, pattern: '^[^\\s@]{1,64}@[^\\s@]{1,190}\\.[^\\s@]{1,63}$' })

/** Without control characters, and without those that turn or hide the text around them. */
export const PersonName = Type.String({
  maxLength: 256,
  pattern: NAME_PATTERN,
})

export const NewPasswordText = Type.String({
  maxLength: MAX_PASSWORD_LENGTH,
  description: `at least ${MIN_PASSWORD_LENGTH} characters, none of the most common passwords, not the e-mail address or name`,
})

/** The e-mail as it is stored. @throws ApiError 400 */
export function readEmail(text: string): string {
  const email = normalEmail(text)
  if (email !== null) return email
  throw new ApiError('GE_0002', 'email is not an e-mail address', {
    failures: [faultAt('email', 'INVALID_VALUE', 'an e-mail address', text)],
  })
}

/** A name as it is stored; null where none was given. */
export const readName = (text: string | undefined): string | null => text?.normalize('NFC').trim() || null

/** @throws ApiError 400 with a message for the person who chose the password */
export function refuseWeakPassword(
  field: string,
  password: string,
  account: { email: string; name: string | null },
): void {
  const message = passwordFault(password, account, COMMON_PASSWORDS)
  if (message)
    throw new ApiError('GE_0002', message, { failures: [secretFault(field, 'INVALID_VALUE', message, password)] })
}
