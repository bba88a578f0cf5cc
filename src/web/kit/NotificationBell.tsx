import { ActionIcon, Button, Group, Indicator, Popover, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { NotificationRow } from '../../contract/notifications.ts'
import { notificationPlace } from '../../formats/notifications/notificationPlace.ts'
import type { Translator } from '../messages/translator.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { request } from './api.ts'
import { Failed, Loading } from './States.tsx'
import { useAction } from './useAction.ts'

const NOTIFICATIONS = ['notifications']
const ASK_AGAIN_MS = 60_000
const FIRST: string | null = null

/** The person's notifications, with links to their subjects. */
export function NotificationBell() {
  const t = useTranslator()
  const [isOpen, setIsOpen] = useState(false)
  const [, go] = useLocation()
  const query = useInfiniteQuery({
    queryKey: NOTIFICATIONS,
    queryFn: ({ signal, pageParam }) =>
      request('GET /api/me/notifications', { query: { page_token: pageParam ?? undefined }, signal }),
    initialPageParam: FIRST,
    getNextPageParam: (page) => page.next_page_token,
    refetchInterval: ASK_AGAIN_MS,
  })
  const read = useAction({
    run: (ids: string[] | undefined) => request('POST /api/me/notifications/read', { body: { notification_ids: ids } }),
    changes: [NOTIFICATIONS],
  })
  const rows = query.data?.pages.flatMap(({ notifications }) => notifications) ?? []
  const unread = query.data?.pages[0]?.unread ?? 0
  const open = (row: NotificationRow) => {
    if (!row.read) read.mutate([row.notification_id])
    setIsOpen(false)
    go(notificationPlace(row))
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width="26rem" withinPortal trapFocus>
      <Indicator label={unread > 99 ? '99+' : unread} size={16} disabled={unread === 0} offset={6}>
        {/* The target is the button: there, a screen reader announces that it opens something. */}
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={unread === 0 ? t('notifications.title') : t('notifications.unread', { count: unread })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Bell size="1.1rem" />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p="xs">
        <Group justify="space-between" px="xs" pb="xs">
          <Text fw={600}>{t('notifications.title')}</Text>
          {unread > 0 && (
            <Button size="compact-sm" variant="subtle" loading={read.isPending} onClick={() => read.mutate(undefined)}>
              {t('notifications.readAll')}
            </Button>
          )}
        </Group>
        {query.error && <Failed error={query.error} onRetry={() => query.refetch()} />}
        {query.isPending && <Loading />}
        {query.data && rows.length === 0 && (
          <Text c="dimmed" size="sm" px="xs" pb="xs">
            {t('notifications.empty')}
          </Text>
        )}
        <ScrollArea.Autosize mah="60vh">
          <Stack gap={2}>
            {rows.map((row) => (
              <Row key={row.notification_id} row={row} onOpen={() => open(row)} />
            ))}
            {query.hasNextPage && (
              <Button variant="subtle" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                {t('notifications.more')}
              </Button>
            )}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}

function Row({ row, onOpen }: { row: NotificationRow; onOpen: () => void }) {
  const t = useTranslator()
  return (
    <UnstyledButton className="notification-row" data-unread={!row.read} onClick={onOpen}>
      <Text size="sm" fw={row.read ? 400 : 600}>
        {notificationText(t, row)}
      </Text>
      <Text size="xs" c="dimmed">
        {row.project} · {t.ago(row.at, Date.now())}
      </Text>
    </UnstyledButton>
  )
}

function notificationText(t: Translator, row: NotificationRow): string {
  const { kind, subject, about, tag } = row
  const facts = { subject: subject ?? '', about: about ?? '', tag: tag ?? '' }
  switch (kind) {
    case 'work_returned':
    case 'contest_decided':
    case 'batch_completed':
      return t(`notifications.text.${kind}`, { subject: facts.subject })
    case 'mentioned':
    case 'replied':
      return t(`notifications.text.${kind}`, { about: facts.about, subject: facts.subject })
    case 'gold_questioned':
      return t(`notifications.text.${kind}`, { tag: facts.tag })
    case 'consensus_short':
    case 'receiver_failing':
      return t(`notifications.text.${kind}`)
    default:
      return t(`notifications.text.${kind}`, { about: facts.about, tag: facts.tag })
  }
}
