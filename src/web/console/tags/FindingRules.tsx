import { MultiSelect, Select, SimpleGrid, Stack, Switch } from '@mantine/core'
import { RATED_CODES } from '../../../model/checks/finding.ts'
import { CHECK_SETTINGS, type CheckSetting, HOLD_RULES } from '../../../model/checks/settings.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { TagDraft } from './tagDraft.ts'

type Rules = TagDraft['findings']

/** How severe findings are, what becomes of held frames, and whether results of programs must pass. */
export function FindingRules({ rules, onChange }: { rules: Rules; onChange(rules: Rules): void }) {
  const t = useTranslator()
  const [checks, strict, hold] = [rules.checks ?? {}, rules.strict ?? false, rules.hold ?? 'ask']
  const codesOf = (setting: CheckSetting) => RATED_CODES.filter((code) => checks[code] === setting)
  const setCodes = (setting: CheckSetting, chosen: readonly string[]) => {
    const next: NonNullable<Rules['checks']> = {}
    for (const code of RATED_CODES) {
      const was = checks[code]
      if (chosen.includes(code)) next[code] = setting
      else if (was !== undefined && was !== setting) next[code] = was
    }
    onChange({ ...rules, checks: next })
  }
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {CHECK_SETTINGS.map((setting) => (
          <MultiSelect
            key={setting}
            label={t(`tagFindings.${setting}`)}
            description={t(`tagFindings.${setting}Hint`)}
            data={RATED_CODES.map((code) => ({ value: code, label: t(`checkCode.${code}`) }))}
            value={codesOf(setting)}
            onChange={(chosen) => setCodes(setting, chosen)}
            searchable
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Select
          label={t('tagFindings.hold')}
          description={t('tagFindings.holdHint')}
          data={HOLD_RULES.map((value) => ({ value, label: t(`tagFindings.hold.${value}`) }))}
          value={hold}
          onChange={(value) => {
            const rule = HOLD_RULES.find((one) => one === value)
            if (rule) onChange({ ...rules, hold: rule })
          }}
          allowDeselect={false}
        />
      </SimpleGrid>
      <Switch
        label={t('tagFindings.strict')}
        description={t('tagFindings.strictHint')}
        checked={strict}
        onChange={(event) => onChange({ ...rules, strict: event.currentTarget.checked })}
      />
    </Stack>
  )
}
