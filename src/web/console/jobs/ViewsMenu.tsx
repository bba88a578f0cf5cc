import { ActionIcon, Button, CloseButton, Group, Menu, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { JobView } from '../../../contract/console.ts'
import { request } from '../../kit/api.ts'
import { DialogForm } from '../../kit/DialogForm.tsx'
import { useMay } from '../../kit/me.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { keys } from '../queries.ts'
import type { Narrowing } from './narrowing.ts'

const useJobViews = (projectId: string) =>
  useQuery({
    queryKey: keys.views(projectId),
    queryFn: async ({ signal }) => {
      await takeOverViews(projectId)
      return (await request('GET /api/projects/:pid/views', { params: { pid: projectId }, signal })).views
    },
  })

/** The browser stored views before the service did: they become the person's own, once. */
async function takeOverViews(projectId: string): Promise<void> {
  const key = `fiducial.jobs.views.${projectId}`
  const text = localStorage.getItem(key)
  if (text === null) return
  // First, so that another tab does not send them too.
  localStorage.removeItem(key)
  const kept: { name: string; search: string }[] = JSON.parse(text)
  let sent = 0
  try {
    for (const { name, search } of kept) {
      await request('PUT /api/projects/:pid/views/:vid', {
        params: { pid: projectId, vid: crypto.randomUUID() },
        body: { name, search, isShared: false },
      })
      sent++
    }
  } catch (error) {
    localStorage.setItem(key, JSON.stringify(kept.slice(sent)))
    throw error
  }
}

/** Saved filters and orders: a person's own, and those that managers share with the project. */
export function ViewsMenu({ projectId, search, setSearch }: Narrowing) {
  const t = useTranslator()
  const mayShare = useMay('manageJobs')
  const { data: views = [] } = useJobViews(projectId)
  const [isOpen, setOpen] = useState(false)
  const [edited, setEdited] = useState<{ view: JobView; title: string } | null>(null)
  const remove = useAction({
    run: (vid: string) => request('DELETE /api/projects/:pid/views/:vid', { params: { pid: projectId, vid } }),
    changes: [keys.views(projectId)],
  })
  const current = views.find((view) => view.search === search.toString())
  const row = (view: JobView) => (
    <Group key={view.viewId} wrap="nowrap" gap={4}>
      <Menu.Item onClick={() => setSearch(new URLSearchParams(view.search))}>{view.name}</Menu.Item>
      {(mayShare || !view.isShared) && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('jobs.editView', { name: view.name })}
            onClick={() => {
              setOpen(false)
              setEdited({ view, title: t('jobs.editView', { name: view.name }) })
            }}
          >
            <Pencil size="0.875rem" />
          </ActionIcon>
          <CloseButton
            size="sm"
            aria-label={t('common.removeNamed', { name: view.name })}
            onClick={() => remove.mutate(view.viewId)}
          />
        </>
      )}
    </Group>
  )
  const shared = views.filter((view) => view.isShared)
  const own = views.filter((view) => !view.isShared)
  const newView = () => ({ viewId: crypto.randomUUID(), name: '', search: search.toString(), isShared: false })
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" size="compact-sm" leftSection={<Bookmark size="0.875rem" />}>
            {current?.name ?? t('jobs.views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {shared.length > 0 && <Menu.Label>{t('jobs.sharedViews')}</Menu.Label>}
          {shared.map(row)}
          {shared.length > 0 && own.length > 0 && <Menu.Label>{t('jobs.ownViews')}</Menu.Label>}
          {own.map(row)}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<Plus size="0.875rem" />}
            onClick={() => setEdited({ view: newView(), title: t('jobs.newView') })}
          >
            {t('jobs.saveView')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {edited && <ViewDialog projectId={projectId} {...edited} onClose={() => setEdited(null)} />}
    </>
  )
}

interface Props {
  projectId: string
  view: JobView
  title: string
  onClose(): void
}

/** The name of a view, and who can use it. */
function ViewDialog({ projectId, view, title, onClose }: Props) {
  const t = useTranslator()
  const mayShare = useMay('manageJobs')
  const [name, setName] = useState(view.name)
  const [isShared, setShared] = useState(view.isShared)
  const save = useAction({
    run: () =>
      request('PUT /api/projects/:pid/views/:vid', {
        params: { pid: projectId, vid: view.viewId },
        body: { name: name.trim(), search: view.search, isShared },
      }),
    changes: [keys.views(projectId)],
    onDone: onClose,
    quiet: true,
  })
  return (
    <DialogForm
      title={title}
      action={t('common.save')}
      isReady={name.trim() !== ''}
      isPending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        maxLength={60}
        label={t('common.name')}
        description={t('jobs.saveViewHint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {mayShare && (
        <Switch
          label={t('jobs.shareView')}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  )
}
