import { Button, Group, Select, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import { STATUSES } from '../../../model/stage.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { MAX_METADATA_FILTERS, metadataFilters, metadataKey, metadataName } from './jobFilters.ts'
import { type Narrowing, withParameter } from './narrowing.ts'

const WEIGHTS = Array.from({ length: 10 }, (_, i) => String(10 - i))

export function RareFilters({ search, setSearch }: Pick<Narrowing, 'search' | 'setSearch'>) {
  const t = useTranslator()
  const set = (name: string, value: string | null) => setSearch(withParameter(name, value))
  return (
    <>
      <Select
        label={t('jobs.status')}
        clearable
        comboboxProps={{ withinPortal: false }}
        data={STATUSES.map((status) => ({ value: status, label: t(`jobs.status.${status}`) }))}
        value={search.get('status')}
        onChange={(value) => set('status', value)}
      />
      <Select
        label={t('job.priority')}
        clearable
        comboboxProps={{ withinPortal: false }}
        data={WEIGHTS}
        value={search.get('priority')}
        onChange={(value) => set('priority', value)}
      />
      <Group grow>
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={t(name === 'from' ? 'jobs.createdFrom' : 'jobs.createdTo')}
            value={search.get(name) ?? ''}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        ))}
      </Group>
      <MetadataFilters search={search} setSearch={setSearch} />
    </>
  )
}

function MetadataFilters({ search, setSearch }: Pick<Narrowing, 'search' | 'setSearch'>) {
  const t = useTranslator()
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const names = metadataFilters(search)
  const add = () => {
    setSearch(withParameter(metadataName(key.trim()), value))
    setKey('')
    setValue('')
  }
  return (
    <>
      {names.map((name) => (
        <Group key={name} justify="space-between" wrap="nowrap">
          <span className="clipped">
            {t('jobs.metadataIs', { key: metadataKey(name), value: search.get(name) ?? '' })}
          </span>
          <IconButton
            label={t('common.removeNamed', { name: metadataKey(name) })}
            icon={X}
            onClick={() => setSearch(withParameter(name, null))}
          />
        </Group>
      ))}
      {names.length < MAX_METADATA_FILTERS && (
        <Group align="end" wrap="nowrap" gap="xs">
          <TextInput
            label={t('jobs.metadataKey')}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <TextInput
            label={t('jobs.metadataValue')}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button variant="default" flex="none" disabled={key.trim() === '' || value === ''} onClick={add}>
            {t('jobs.addFilter')}
          </Button>
        </Group>
      )}
    </>
  )
}
