import { Badge, Button, Group, Menu, Modal, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, Search, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { PersonAnswer } from '../../contract/people.ts'
import { mayInvite, rolesGivenBy } from '../../model/permissions.ts'
import { request } from '../kit/api.ts'
import { IconMenuButton } from '../kit/IconMenuButton.tsx'
import { useMe } from '../kit/me.tsx'
import { Secret } from '../kit/Secret.tsx'
import { Empty, Loaded } from '../kit/States.tsx'
import { TableHead } from '../kit/TableHead.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { PersonForm } from './PersonForm.tsx'

const PEOPLE = ['people'] as const
const STATE_COLORS = { active: 'teal', invited: 'yellow', disabled: 'gray' } as const

export function PeoplePage() {
  // An address that asks for a person begins with them.
  const asked = new URLSearchParams(useSearch()).get('search') ?? ''
  return <People key={asked} asked={asked} />
}

function People({ asked }: { asked: string }) {
  const t = useTranslator()
  const people = useQuery({ queryKey: PEOPLE, queryFn: ({ signal }) => request('GET /api/people', { signal }) })
  const [search, setSearch] = useState(asked)
  const [edited, setEdited] = useState<PersonAnswer | 'new' | null>(null)
  const [link, setLink] = useState<{ email: string; url: string } | null>(null)
  const wanted = search.trim().toLowerCase()
  const matches = (row: PersonAnswer) => `${row.name ?? ''} ${row.email}`.toLowerCase().includes(wanted)
  return (
    <div className="page">
      <Group justify="space-between" mb="md">
        <Title order={1} size="h2">
          {t('people.title')}
        </Title>
        <Group>
          <TextInput
            aria-label={t('people.search')}
            placeholder={t('people.searchHint')}
            leftSection={<Search size="0.875rem" />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Button leftSection={<UserPlus size="1rem" />} onClick={() => setEdited('new')}>
            {t('people.invite')}
          </Button>
        </Group>
      </Group>
      <Loaded of={people}>
        {({ people: rows }) => {
          const shown = rows.filter(matches)
          if (shown.length === 0) return <Empty title={t('people.empty')}>{t('people.emptyHint')}</Empty>
          return <PeopleTable rows={shown} onEdit={setEdited} onLink={setLink} />
        }}
      </Loaded>
      {edited && (
        <PersonForm
          person={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onInvited={(email, url) => setLink({ email, url })}
        />
      )}
      {link && <InviteLink {...link} onClose={() => setLink(null)} />}
    </div>
  )
}

interface TableProps {
  rows: readonly PersonAnswer[]
  onEdit(row: PersonAnswer): void
  onLink(link: { email: string; url: string }): void
}

function PeopleTable({ rows, onEdit, onLink }: TableProps) {
  const t = useTranslator()
  const me = useMe()
  const nameOfProject = new Map(me.projects.map(({ projectId, name }) => [projectId, name]))
  return (
    <Table>
      <TableHead
        columns={[
          t('people.column.person'),
          t('people.column.role'),
          t('people.column.projects'),
          t('people.column.state'),
          t('people.column.lastSeen'),
        ]}
        hasActions
      />
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.userId}>
            <Table.Td>
              <Text size="sm" fw={500}>
                {row.name || row.email}
              </Text>
              {row.name && (
                <Text size="xs" c="dimmed">
                  {row.email}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{t(`role.${row.role}`)}</Table.Td>
            <Table.Td>
              {row.role === 'admin'
                ? t('people.allProjects')
                : row.projects.map((id) => nameOfProject.get(id) ?? '…').join(', ') || '–'}
            </Table.Td>
            <Table.Td>
              <Badge variant="light" color={STATE_COLORS[row.state]} size="sm" tt="none">
                {t(`people.state.${row.state}`)}
              </Badge>
            </Table.Td>
            <Table.Td>{row.lastSeenAt ? t.ago(row.lastSeenAt, Date.now()) : '–'}</Table.Td>
            <Table.Td>{row.userId !== me.userId && <RowMenu row={row} onEdit={onEdit} onLink={onLink} />}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function RowMenu({ row, onEdit, onLink }: Pick<TableProps, 'onEdit' | 'onLink'> & { row: PersonAnswer }) {
  const t = useTranslator()
  const me = useMe()
  const params = { uid: row.userId }
  const change = useAction({
    run: (disabled: boolean) => request('PATCH /api/people/:uid', { params, body: { disabled } }),
    changes: [PEOPLE],
  })
  const invite = useAction({
    run: () => request('POST /api/people/:uid/invite', { params }),
    onDone: ({ inviteUrl }) => onLink({ email: row.email, url: inviteUrl }),
    changes: [PEOPLE],
  })
  if (!rolesGivenBy(me.role).includes(row.role)) return null
  const isDisabled = row.state === 'disabled'
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <IconMenuButton label={t('common.actionsFor', { name: row.email })} icon={EllipsisVertical} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onEdit(row)}>{t('people.edit')}</Menu.Item>
        {mayInvite(me.role, { role: row.role, hasPassword: row.state !== 'invited' }) && (
          <Menu.Item onClick={() => invite.mutate()} disabled={isDisabled}>
            {row.state === 'invited' ? t('people.newInvitation') : t('people.passwordLink')}
          </Menu.Item>
        )}
        <Menu.Item color={isDisabled ? undefined : 'red'} onClick={() => change.mutate(!isDisabled)}>
          {isDisabled ? t('people.activate') : t('people.deactivate')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function InviteLink({ email, url, onClose }: { email: string; url: string; onClose: () => void }) {
  const t = useTranslator()
  return (
    <Modal opened onClose={onClose} title={t('people.inviteLink.title')} size="lg" closeOnClickOutside={false}>
      <Stack>
        <Text size="sm">{t('people.inviteLink.hint', { email })}</Text>
        <Secret label={t('people.inviteLink.link')} value={url} />
        <Group justify="end">
          <Button onClick={onClose}>{t('common.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
