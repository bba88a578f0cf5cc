import type { Static } from 'typebox'
import type { ShownCheckSettings } from '../../contract/tagParts.ts'
import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import { memberPath } from '../../json/text.ts'
import { CHECK_CODES, type FindingCode } from '../../model/checks/finding.ts'
import { CHECK_SETTINGS, type CheckSetting } from '../../model/checks/settings.ts'
import type { Tag, TagClass } from '../../model/tag.ts'

interface SettingsSent {
  checks?: Record<string, unknown> | null
  strict?: boolean | null
  hold?: Static<typeof ShownCheckSettings.hold> | null
}

const CODES: ReadonlySet<string> = new Set(CHECK_CODES)
const isCode = (name: string): name is FindingCode => CODES.has(name)
const isSetting = (value: unknown): value is CheckSetting => CHECK_SETTINGS.some((one) => one === value)
/** There may be many unknown codes: this many are enough to show the fault. */
const MOST_FAULTS = 100

export function checkFailures(checks: SettingsSent['checks']): Fault[] {
  const failures: Fault[] = []
  for (const [code, value] of Object.entries(checks ?? {})) {
    if (failures.length >= MOST_FAULTS) break
    const field = memberPath('checks', code)
    if (!isCode(code)) failures.push(faultAt(field, 'UNKNOWN', 'the code of a check', code))
    else if (!isSetting(value)) {
      const type = typeof value === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE'
      failures.push(faultAt(field, type, CHECK_SETTINGS.join(' or '), value))
    }
  }
  return failures
}

export function newCheckSettings({ checks, strict, hold }: SettingsSent): Pick<Tag, 'checks' | 'strict' | 'hold'> {
  const set = Object.entries(checks ?? {}).flatMap(([code, value]) =>
    isCode(code) && isSetting(value) ? [[code, value] as const] : [],
  )
  return {
    ...(set.length > 0 && { checks: Object.fromEntries(set) }),
    ...(strict && { strict }),
    ...(hold && { hold }),
  }
}

export const shownCheckSettings = ({ checks = {}, strict = false, hold = 'ask' }: Tag) => ({ checks, strict, hold })

interface LimitsSent {
  max_speed_mps?: number | null
  max_turn_dps?: number | null
}

export const newMotionLimits = (sent: LimitsSent): Pick<TagClass, 'maxSpeedMps' | 'maxTurnDps'> => ({
  ...(sent.max_speed_mps && { maxSpeedMps: sent.max_speed_mps }),
  ...(sent.max_turn_dps && { maxTurnDps: sent.max_turn_dps }),
})

export const shownMotionLimits = ({ maxSpeedMps, maxTurnDps }: TagClass) => ({
  ...(maxSpeedMps !== undefined && { max_speed_mps: maxSpeedMps }),
  ...(maxTurnDps !== undefined && { max_turn_dps: maxTurnDps }),
})
