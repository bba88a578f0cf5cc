import { Group, Select, Slider, Stack, Text, TextInput } from '@mantine/core'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useGroups, useProjectPeople } from '../queries.ts'
import type { AskedValue } from './jobAction.ts'

export interface AskedAssignee {
  /** `user:ID` or `group:NAME`. */
  to: string | null
  /** The share of the jobs, in per cent. */
  share: number
  /** The value of the field, in the person's time zone; '' for none. */
  deadline: string
}

export const NOT_ASSIGNED: AskedAssignee = { to: null, share: 100, deadline: '' }

const GROUP = 'group:'
const USER = 'user:'

/** The value of the action; undefined until a person is chosen. */
export function assignValue({ to, share, deadline }: AskedAssignee): AskedValue {
  if (to === null) return undefined
  return {
    ...(to.startsWith(GROUP) ? { group: to.slice(GROUP.length) } : { user_id: to.slice(USER.length) }),
    ...(share < 100 && { share: share / 100 }),
    ...(deadline !== '' && { deadline: new Date(deadline).toISOString() }),
  }
}

interface Props {
  projectId: string
  value: AskedAssignee
  onChange(value: AskedAssignee): void
}

export function AssignFields({ projectId, value, onChange }: Props) {
  const t = useTranslator()
  const people = useProjectPeople(projectId)
  const groups = useGroups(projectId).data ?? []
  return (
    <Stack>
      <Select
        data-autofocus
        searchable
        label={t('jobs.assignTo')}
        description={t('jobs.assignHint')}
        nothingFoundMessage={t('jobs.noOneFits')}
        data={[
          { group: t('jobs.people'), items: people.map((one) => ({ ...one, value: USER + one.value })) },
          { group: t('jobs.groups'), items: groups.map(({ name }) => ({ value: GROUP + name, label: name })) },
        ].filter(({ items }) => items.length > 0)}
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
      />
      <Group grow align="start">
        <div>
          <Text size="sm" fw={500} id="assigned-share">
            {t('jobs.share', { share: value.share / 100 })}
          </Text>
          <Slider
            mt="xs"
            min={1}
            max={100}
            label={null}
            thumbProps={{ 'aria-labelledby': 'assigned-share' }}
            value={value.share}
            onChange={(share) => onChange({ ...value, share })}
          />
          <Text size="xs" c="dimmed" mt={6}>
            {t('jobs.shareHint')}
          </Text>
        </div>
        <TextInput
          type="datetime-local"
          label={t('jobs.column.deadline')}
          description={t('jobs.deadlineHint')}
          value={value.deadline}
          onChange={(event) => onChange({ ...value, deadline: event.currentTarget.value })}
        />
      </Group>
    </Stack>
  )
}
