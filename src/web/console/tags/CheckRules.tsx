import { Checkbox, NumberInput, Select, SimpleGrid, Stack, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TagBody } from '../../../contract/tags.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { TagDraft } from './tagDraft.ts'

type Checks = TagDraft['checks']
type Gold = NonNullable<TagBody['gold']>
type Training = NonNullable<TagBody['training']>
type Consensus = NonNullable<TagBody['consensus']>

interface Props {
  checks: Checks
  onChange(checks: Checks): void
}

const NEW_GOLD: Gold = { share: 0.05, pass: 0.8, action: 'flag', feedback: false }
const NEW_TRAINING: Training = { jobs: 5, pass: 0.85 }
const NEW_CONSENSUS: Consensus = { annotators: 3, agreement: 0.8, share: 1 }

/** How people who work on the tag are checked: by gold, before their first work, by one another. */
export function CheckRules({ checks, onChange }: Props) {
  const t = useTranslator()
  const { gold, training, consensus } = checks
  return (
    <Stack gap="sm">
      <Rule name="gold" isOn={Boolean(gold)} onToggle={(isOn) => onChange({ ...checks, gold: isOn ? NEW_GOLD : null })}>
        {gold && <GoldFields rule={gold} onChange={(next) => onChange({ ...checks, gold: next })} />}
      </Rule>
      <Rule
        name="training"
        isOn={Boolean(training)}
        onToggle={(isOn) => onChange({ ...checks, training: isOn ? NEW_TRAINING : null })}
      >
        {training && (
          <>
            <CountField
              label={t('tagCheck.jobs')}
              range={[1, 1000]}
              value={training.jobs}
              onChange={(jobs) => onChange({ ...checks, training: { ...training, jobs } })}
            />
            <PercentField
              label={t('tagCheck.pass')}
              value={training.pass ?? 0.85}
              onChange={(pass) => onChange({ ...checks, training: { ...training, pass } })}
            />
          </>
        )}
      </Rule>
      <Rule
        name="consensus"
        isOn={Boolean(consensus)}
        onToggle={(isOn) => onChange({ ...checks, consensus: isOn ? NEW_CONSENSUS : null })}
      >
        {consensus && (
          <ConsensusFields rule={consensus} onChange={(next) => onChange({ ...checks, consensus: next })} />
        )}
      </Rule>
    </Stack>
  )
}

interface RuleProps {
  name: 'gold' | 'training' | 'consensus'
  isOn: boolean
  onToggle(isOn: boolean): void
  children: ReactNode
}

function Rule({ name, isOn, onToggle, children }: RuleProps) {
  const t = useTranslator()
  return (
    <div>
      <Switch
        label={t(`tagCheck.${name}`)}
        description={t(`tagCheck.${name}Hint`)}
        checked={isOn}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      {isOn && (
        <SimpleGrid cols={{ base: 1, sm: 4 }} mt="xs" pl="3rem">
          {children}
        </SimpleGrid>
      )}
    </div>
  )
}

const ACTIONS = ['flag', 'pause'] as const

function GoldFields({ rule, onChange }: { rule: Gold; onChange(rule: Gold): void }) {
  const t = useTranslator()
  return (
    <>
      <PercentField label={t('tagCheck.share')} value={rule.share} onChange={(share) => onChange({ ...rule, share })} />
      <PercentField
        label={t('tagCheck.pass')}
        value={rule.pass ?? 0.8}
        onChange={(pass) => onChange({ ...rule, pass })}
      />
      <Select
        label={t('tagCheck.below')}
        data={ACTIONS.map((value) => ({ value, label: t(`tagCheck.below.${value}`) }))}
        value={rule.action ?? 'flag'}
        onChange={(value) => onChange({ ...rule, action: value === 'pause' ? 'pause' : 'flag' })}
        allowDeselect={false}
      />
      <Checkbox
        mt="1.8rem"
        label={t('tagCheck.feedback')}
        checked={rule.feedback ?? false}
        onChange={(event) => onChange({ ...rule, feedback: event.currentTarget.checked })}
      />
    </>
  )
}

function ConsensusFields({ rule, onChange }: { rule: Consensus; onChange(rule: Consensus): void }) {
  const t = useTranslator()
  return (
    <>
      <CountField
        label={t('tagCheck.annotators')}
        range={[2, 20]}
        value={rule.annotators}
        onChange={(annotators) => onChange({ ...rule, annotators })}
      />
      <PercentField
        label={t('tagCheck.agreement')}
        value={rule.agreement ?? 0.8}
        onChange={(agreement) => onChange({ ...rule, agreement })}
      />
      <PercentField
        label={t('tagCheck.share')}
        value={rule.share ?? 1}
        onChange={(share) => onChange({ ...rule, share })}
      />
    </>
  )
}

interface NumberFieldProps {
  label: string
  value: number
  onChange(value: number): void
}

/** Edits a value from 0 to 1 in per cent. */
function PercentField({ label, value, onChange }: NumberFieldProps) {
  return (
    <NumberInput
      label={label}
      suffix=" %"
      min={0}
      max={100}
      value={Math.round(value * 1e4) / 100}
      onChange={(next) => onChange(Math.min(100, Math.max(0, Number(next))) / 100)}
    />
  )
}

function CountField({ label, range: [min, max], value, onChange }: NumberFieldProps & { range: [number, number] }) {
  return (
    <NumberInput
      label={label}
      min={min}
      max={max}
      allowDecimal={false}
      value={value}
      onChange={(next) => onChange(Math.min(max, Math.max(min, Math.round(Number(next)))))}
    />
  )
}
