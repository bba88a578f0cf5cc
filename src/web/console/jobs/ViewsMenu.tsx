import { Button, CloseButton, Group, Menu, Modal, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Bookmark, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { Narrowing } from './narrowing.ts'

interface View {
  name: string
  /** The query of the address. */
  search: string
}

/** Filters and order that a person keeps under a name, in this browser; to pass one on, copy its address. */
export function ViewsMenu({ projectId, search, setSearch }: Narrowing) {
  const t = useTranslator()
  const [views, setViews] = useLocalStorage<readonly View[]>({
    key: `fiducial.jobs.views.${projectId}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const [isSaving, setSaving] = useState(false)
  const current = views.find((view) => view.search === search.toString())
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" size="compact-sm" leftSection={<Bookmark size="0.875rem" />}>
            {current?.name ?? t('jobs.views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Group key={view.name} wrap="nowrap" gap={4}>
              <Menu.Item onClick={() => setSearch(new URLSearchParams(view.search))}>{view.name}</Menu.Item>
              <CloseButton
                size="sm"
                aria-label={t('common.removeNamed', { name: view.name })}
                onClick={() => setViews(views.filter((one) => one !== view))}
              />
            </Group>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<Plus size="0.875rem" />} onClick={() => setSaving(true)}>
            {t('jobs.saveView')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <SaveView
          onClose={() => setSaving(false)}
          onSave={(name) => {
            setViews([...views.filter((view) => view.name !== name), { name, search: search.toString() }])
            setSaving(false)
          }}
        />
      )}
    </>
  )
}

function SaveView({ onClose, onSave }: { onClose(): void; onSave(name: string): void }) {
  const t = useTranslator()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(name.trim())
  }
  return (
    <Modal opened onClose={onClose} title={t('jobs.saveView')}>
      <form onSubmit={submit}>
        <TextInput
          data-autofocus
          required
          maxLength={60}
          label={t('common.name')}
          description={t('jobs.saveViewHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="end" mt="md">
          <Button type="submit" disabled={name.trim() === ''}>
            {t('common.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
