import { Badge, Button, CloseButton, Group, Popover, Select, Stack, TextInput } from '@mantine/core'
import { ListFilter, Search } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import { STAGES } from '../../../model/stage.ts'
import { useMay } from '../../kit/me.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useBatches, useGroups, useProjectPeople, useTags } from '../queries.ts'
import { activeFilters, isMetadata, RARE_FILTERS } from './jobFilters.ts'
import { type Narrowing, withParameter } from './narrowing.ts'
import { RareFilters } from './RareFilters.tsx'

export function JobFilterBar({ referenceInput, ...narrowing }: Narrowing & { referenceInput: Ref<HTMLInputElement> }) {
  const t = useTranslator()
  const { projectId, search, setSearch } = narrowing
  const batches = useBatches(projectId).data ?? []
  const tags = useTags(projectId).data ?? []
  const active = activeFilters(search)
  const rare = active.filter((name) => isMetadata(name) || RARE_FILTERS.some((one) => one === name))
  const choice = (name: string, label: string, data: readonly { value: string; label: string }[]) => (
    <Select
      aria-label={label}
      placeholder={label}
      w="9.25rem"
      clearable
      searchable
      limit={200}
      data={data}
      value={search.get(name)}
      onChange={(value) => setSearch(withParameter(name, value))}
    />
  )
  return (
    <Group mb="xs" gap="xs">
      <ReferenceInput ref={referenceInput} search={search} setSearch={setSearch} />
      {choice(
        'stage',
        t('jobs.stage'),
        STAGES.map((stage) => ({ value: stage, label: t(`stage.${stage}`) })),
      )}
      {choice(
        'tag',
        t('job.tag'),
        tags.map(({ tag }) => ({ value: tag, label: tag })),
      )}
      {choice(
        'batch',
        t('batches.column.batch'),
        batches.map(({ id, name }) => ({ value: id, label: name })),
      )}
      <PeopleFilters projectId={projectId} choice={choice} />
      <Popover position="bottom-end" withArrow trapFocus>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<ListFilter size="1rem" />}
            rightSection={rare.length > 0 && <Badge circle>{rare.length}</Badge>}
          >
            {t('jobs.moreFilters')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="sm" w="20rem">
            <RareFilters search={search} setSearch={setSearch} />
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Group>
  )
}

interface PeopleFiltersProps {
  projectId: string
  choice(name: string, label: string, data: readonly { value: string; label: string }[]): React.ReactNode
}

/** Only managers can list people. */
function PeopleFilters({ projectId, choice }: PeopleFiltersProps) {
  const t = useTranslator()
  const mayList = useMay('managePeople')
  const people = useProjectPeople(projectId, mayList)
  const groups = useGroups(projectId).data ?? []
  if (!mayList) return null
  return (
    <>
      {choice('person', t('jobs.workedOnBy'), people)}
      {choice('assignee', t('jobs.column.assignee'), [
        ...groups.map(({ name }) => ({ value: name, label: t('jobs.groupNamed', { name }) })),
        ...people,
      ])}
    </>
  )
}

const TYPING_MS = 300

interface ReferenceInputProps extends Pick<Narrowing, 'search' | 'setSearch'> {
  ref: Ref<HTMLInputElement>
}

/** Puts the text into the address when typing stops, without a history entry for each letter. */
function ReferenceInput({ ref, search, setSearch }: ReferenceInputProps) {
  const t = useTranslator()
  const wanted = search.get('q') ?? ''
  const [typed, setTyped] = useState({ text: wanted, of: wanted })
  // The address changed otherwise: by a saved view, or a step back.
  if (typed.of !== wanted) setTyped({ text: wanted, of: wanted })
  const { text } = typed
  useEffect(() => {
    if (text.trim() === wanted) return
    const timer = setTimeout(() => {
      setTyped({ text, of: text.trim() })
      setSearch(withParameter('q', text.trim()), { replace: true })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, wanted, setSearch])
  return (
    <TextInput
      ref={ref}
      w="15rem"
      aria-label={t('jobs.referenceId')}
      placeholder={t('jobs.referenceStarts')}
      leftSection={<Search size="0.875rem" />}
      rightSection={
        text !== '' && (
          <CloseButton
            size="sm"
            aria-label={t('jobs.clearReference')}
            onClick={() => setTyped({ text: '', of: wanted })}
          />
        )
      }
      value={text}
      onChange={(event) => setTyped({ text: event.currentTarget.value, of: wanted })}
    />
  )
}
