import { Button, Group, Modal, MultiSelect, Table, TextInput } from '@mantine/core'
import { useState } from 'react'
import { request } from '../kit/api.ts'
import { DialogForm } from '../kit/DialogForm.tsx'
import { Empty, Loaded } from '../kit/States.tsx'
import { TableHead } from '../kit/TableHead.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { keys, type PeopleGroup, useGroups, useProjectPeople } from './queries.ts'

/** Groups of people, to whom jobs are assigned together. */
export function GroupsTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const groups = useGroups(projectId)
  const people = new Map(useProjectPeople(projectId).map(({ value, label }) => [value, label]))
  const [edited, setEdited] = useState<PeopleGroup | 'new' | null>(null)
  const newGroup = <Button onClick={() => setEdited('new')}>{t('groups.new')}</Button>
  return (
    <>
      <Loaded of={groups}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('groups.empty')} action={newGroup}>
              {t('groups.emptyHint')}
            </Empty>
          ) : (
            <>
              <Group justify="end" mb="sm">
                {newGroup}
              </Group>
              <Table>
                <TableHead columns={[t('groups.group'), t('jobs.people')]} hasActions />
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.name}>
                      <Table.Td fw={500}>{row.name}</Table.Td>
                      <Table.Td>{t.list(row.user_ids.map((id) => people.get(id) ?? '…')) || '–'}</Table.Td>
                      <Table.Td ta="right">
                        <GroupButtons projectId={projectId} row={row} onEdit={() => setEdited(row)} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </>
          )
        }
      </Loaded>
      {edited && (
        <GroupDialog projectId={projectId} group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

const ofGroup = (pid: string, group: string) => ({ params: { pid, group } })

interface ButtonsProps {
  projectId: string
  row: PeopleGroup
  onEdit(): void
}

function GroupButtons({ projectId, row, onEdit }: ButtonsProps) {
  const t = useTranslator()
  const [isAsking, setAsking] = useState(false)
  const remove = useAction({
    run: () => request('DELETE /api/v1/projects/:pid/groups/:group', ofGroup(projectId, row.name)),
    changes: [keys.groups(projectId), keys.jobs(projectId)],
    onDone: () => setAsking(false),
  })
  return (
    <Group gap="xs" justify="end" wrap="nowrap">
      <Button variant="default" size="compact-sm" onClick={onEdit}>
        {t('common.change')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {t('common.remove')}
      </Button>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={t('groups.removeTitle', { name: row.name })}>
        {t('groups.removeHint')}
        <Group justify="end" mt="md">
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            {t('common.keepIt')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('common.remove')}
          </Button>
        </Group>
      </Modal>
    </Group>
  )
}

interface DialogProps {
  projectId: string
  /** null: a new one. */
  group: PeopleGroup | null
  onClose(): void
}

function GroupDialog({ projectId, group, onClose }: DialogProps) {
  const t = useTranslator()
  const people = useProjectPeople(projectId)
  const [name, setName] = useState(group?.name ?? '')
  const [userIds, setUserIds] = useState(group?.user_ids ?? [])
  const save = useAction({
    run: () =>
      request('PUT /api/v1/projects/:pid/groups/:group', {
        ...ofGroup(projectId, name.trim()),
        body: { user_ids: userIds },
      }),
    changes: [keys.groups(projectId)],
    onDone: onClose,
    quiet: true,
  })
  return (
    <DialogForm
      title={group?.name ?? t('groups.new')}
      action={t('common.save')}
      isReady={name.trim() !== ''}
      isPending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {!group && (
        <TextInput
          data-autofocus
          required
          maxLength={100}
          label={t('common.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <MultiSelect
        label={t('jobs.people')}
        description={t('groups.peopleHint')}
        searchable
        data={people}
        value={userIds}
        onChange={setUserIds}
      />
    </DialogForm>
  )
}
