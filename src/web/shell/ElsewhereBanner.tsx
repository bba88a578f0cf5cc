import { Alert, Button, Group, Text } from '@mantine/core'
import { AppWindow } from 'lucide-react'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { useTranslator } from '../messages/useTranslator.tsx'
import type { JobWindow } from './jobWindow.ts'

const NOTHING = () => () => {}

/** Whether another window of this person works on the job. */
export function useIsElsewhere(window: JobWindow | null): boolean {
  return useSyncExternalStore(window?.subscribe ?? NOTHING, () => window !== null && !window.isHere)
}

interface Props {
  window: JobWindow
  /** Called when the work continues here. */
  onTaken(): void
}

/** Two windows would overtake each other: one works, and here one can make it this one. */
export function ElsewhereBanner({ window, onTaken }: Props) {
  const t = useTranslator()
  const [isTaking, setTaking] = useState(false)
  const take = useCallback(async () => {
    setTaking(true)
    await window.takeOver()
    onTaken()
  }, [window, onTaken])
  return (
    <Alert color="yellow" radius={0} py={6} icon={<AppWindow size="1rem" />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('elsewhere.hint')}</Text>
        <Button size="compact-sm" loading={isTaking} onClick={take}>
          {t('elsewhere.takeOver')}
        </Button>
      </Group>
    </Alert>
  )
}
