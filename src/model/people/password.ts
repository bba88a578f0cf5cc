import { emailSkeleton } from './email.ts'

export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 1024
const FEWEST_CHARACTERS = 4

/** Why a password is not taken; `text` is for the person who chose it. */
export interface PasswordFault {
  reason: 'PASSWORD_SHORT' | 'PASSWORD_LONG' | 'PASSWORD_REPEATS' | 'PASSWORD_OWN_NAME' | 'PASSWORD_COMMON'
  text: string
}

const fault = (reason: PasswordFault['reason'], text: string): PasswordFault => ({ reason, text })

/**
 * The fault of a password that a person chose for an account; null if it is acceptable.
 * @param common lower-case passwords that everyone who guesses tries first
 */
export function passwordFault(
  password: string,
  account: { email: string; name: string | null },
  common: ReadonlySet<string>,
): PasswordFault | null {
  const text = password.normalize('NFC')
  if ([...text].length < MIN_PASSWORD_LENGTH)
    return fault('PASSWORD_SHORT', `The password needs at least ${MIN_PASSWORD_LENGTH} characters.`)
  if (text.length > MAX_PASSWORD_LENGTH)
    return fault('PASSWORD_LONG', `The password can have at most ${MAX_PASSWORD_LENGTH} characters.`)
  const folded = text.toLowerCase()
  if (new Set(folded).size < FEWEST_CHARACTERS)
    return fault('PASSWORD_REPEATS', 'The password repeats too few characters.')
  const email = emailSkeleton(account.email)
  // "basketball1!" is guessed as early as "basketball": characters after a word do not count, nor does its case.
  const forms = [folded, folded.replace(/[^\p{L}]+$/u, '')]
  const own = [email, email.split('@')[0], account.name ?? ''].map(bare).filter((word) => word !== '')
  if (forms.some((form) => own.includes(bare(form)))) {
    return fault('PASSWORD_OWN_NAME', 'The password must not be your email address or name.')
  }
  if (forms.some((form) => common.has(form)))
    return fault('PASSWORD_COMMON', 'This password is one of the most common ones. Choose another one.')
  return null
}

const bare = (text: string): string => emailSkeleton(text).replace(/\s+/g, '')
