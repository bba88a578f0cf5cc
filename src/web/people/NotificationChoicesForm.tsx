import { NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ShownNotificationSettings } from '../../contract/notifications.ts'
import {
  MANAGER_NOTIFICATIONS,
  NOTIFICATION_CHOICES,
  type NotificationChoices,
  OWN_NOTIFICATIONS,
} from '../../model/notification.ts'
import { request } from '../kit/api.ts'
import { useMay } from '../kit/me.tsx'
import { oneOf } from '../kit/oneOf.ts'
import { Failed, Loading } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'

const CHOICES = ['notification-choices']

/** How the person receives each notification: a choice is saved immediately. */
export function NotificationChoicesForm() {
  const t = useTranslator()
  const settings = useQuery({
    queryKey: CHOICES,
    queryFn: ({ signal }) => request('GET /api/me/notification-choices', { signal }),
  })
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('notifications.title')}
        </Title>
        {settings.error && <Failed error={settings.error} onRetry={() => settings.refetch()} />}
        {settings.isPending && <Loading />}
        {settings.data && <Choices settings={settings.data} />}
      </Stack>
    </Paper>
  )
}

function Choices({ settings: { choices, email } }: { settings: ShownNotificationSettings }) {
  const t = useTranslator()
  const client = useQueryClient()
  const manages = useMay('manageProjects')
  const kinds = manages ? [...OWN_NOTIFICATIONS, ...MANAGER_NOTIFICATIONS] : OWN_NOTIFICATIONS
  const save = useAction({
    run: (chosen: NotificationChoices) => request('PATCH /api/me/notification-choices', { body: { choices: chosen } }),
    onDone: (changed) => client.setQueryData(CHOICES, changed),
    done: t('notifications.saved'),
  })
  return (
    <>
      {!email && (
        <Text size="sm" c="dimmed">
          {t('notifications.noEmail')}
        </Text>
      )}
      {kinds.map((kind) => (
        <NativeSelect
          key={kind}
          label={t(`notifications.kind.${kind}`)}
          value={choices[kind] ?? 'app'}
          disabled={save.isPending}
          onChange={(event) => {
            const choice = oneOf(NOTIFICATION_CHOICES, event.currentTarget.value)
            if (choice) save.mutate({ [kind]: choice })
          }}
          data={NOTIFICATION_CHOICES.map((value) => ({
            value,
            label: t(`notifications.choice.${value}`),
            disabled: value === 'email' && !email,
          }))}
        />
      ))}
    </>
  )
}
