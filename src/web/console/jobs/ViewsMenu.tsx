import { ActionIcon, Button, CloseButton, Group, Menu } from '@mantine/core'
import { Bookmark, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { JobView } from '../../../contract/console.ts'
import { request } from '../../kit/api.ts'
import { useMay } from '../../kit/me.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { keys } from '../queries.ts'
import type { Narrowing } from './narrowing.ts'
import { useJobViews } from './useJobViews.ts'
import { ViewDialog } from './ViewDialog.tsx'

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
