import { dictionary } from '@zxcvbn-ts/language-common'

/** What guessing starts with: the most common passwords of leaked collections, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common'] as readonly string[])
