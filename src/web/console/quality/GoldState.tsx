import { Badge, Group, Text } from '@mantine/core'
import type { GoldJobRow } from '../../../contract/gold.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'

/** What asks for a look: good people fail it, or its tag has changed since. */
export function GoldState({
  gold: { questioned, good_people: good, older_tag_version: isOlder },
}: {
  gold: GoldJobRow
}) {
  const t = useTranslator()
  if (!questioned && !isOlder) return <>–</>
  return (
    <Group gap={6}>
      {questioned && (
        <>
          <Badge variant="light" color="orange" size="sm" tt="none">
            {t('gold.questioned')}
          </Badge>
          <Text size="xs" c="dimmed">
            {t('gold.failedByGood', { failed: good.failed, had: good.had })}
          </Text>
        </>
      )}
      {isOlder && (
        <Badge variant="outline" color="gray" size="sm" tt="none">
          {t('gold.olderTag')}
        </Badge>
      )}
    </Group>
  )
}
