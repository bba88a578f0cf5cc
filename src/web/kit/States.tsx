import { Alert, Button, Center, Group, Loader, Stack, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslator } from '../messages/useTranslator.tsx'
import { errorMessage } from './errorMessage.ts'

export function Loading() {
  const t = useTranslator()
  return (
    <Center p="xl" role="status">
      <Group gap="sm">
        <Loader size="sm" />
        <Text c="dimmed">{t('common.loading')}</Text>
      </Group>
    </Center>
  )
}

/** What went wrong, with a way on. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useTranslator()
  return (
    <Alert color="red" variant="light" icon={<CircleAlert size="1.2rem" />} role="alert" my="md">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{t.of(errorMessage(error))}</Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

/** A list without rows says what would be in it and how it gets there. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py={48} ta="center">
      <Text fw={600}>{title}</Text>
      {children && (
        <Text c="dimmed" size="sm" maw="32rem">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}

interface Answer<T> {
  data: T | undefined
  error: Error | null
  refetch(): unknown
}

/** The children with the data, or a message while there is none. */
export function Loaded<T>({ of, children }: { of: Answer<T>; children: (data: T) => ReactNode }) {
  if (of.data !== undefined) return <>{children(of.data)}</>
  if (of.error) return <Failed error={of.error} onRetry={() => of.refetch()} />
  return <Loading />
}
