import { Badge, Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessRuleBody, ShownAccessRule } from '../../contract/access.ts'
import { request } from '../kit/api.ts'
import { Empty, Loaded } from '../kit/States.tsx'
import { TableHead } from '../kit/TableHead.tsx'
import { useAction } from '../kit/useAction.ts'
import type { Translator } from '../messages/translator.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { AccessRuleDialog } from './AccessRuleDialog.tsx'
import { keys } from './queries.ts'

/** How the service reaches data that is not open to everybody. Secrets go in and never come out again. */
export function AccessTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const queryKey = keys.access(projectId)
  const access = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/projects/:pid/attachment_access', { params: { pid: projectId }, signal })).rules,
  })
  const [edited, setEdited] = useState<{ rule: ShownAccessRule | null } | null>(null)
  const [dropped, setDropped] = useState<ShownAccessRule | null>(null)
  const close = () => {
    setEdited(null)
    setDropped(null)
  }
  // A rule may be sent as it is shown: its secrets stay unchanged.
  const save = useAction<readonly AccessRuleBody[]>({
    run: (rules) =>
      request('PUT /api/v1/projects/:pid/attachment_access', {
        params: { pid: projectId },
        body: { rules: [...rules] },
      }),
    changes: [queryKey],
    onDone: close,
    done: t('access.saved'),
    quiet: edited !== null,
  })
  return (
    <Loaded of={access}>
      {(rules) => (
        <>
          <Group justify="space-between" mb="sm">
            <Text size="sm" c="dimmed">
              {t('access.hint')}
            </Text>
            <Button onClick={() => setEdited({ rule: null })}>{t('access.newRule')}</Button>
          </Group>
          {rules.length === 0 ? (
            <Empty title={t('access.empty')}>{t('access.emptyHint')}</Empty>
          ) : (
            <Rules rules={rules} onEdit={(rule) => setEdited({ rule })} onDrop={setDropped} />
          )}
          {edited && (
            <AccessRuleDialog
              shown={edited.rule}
              taken={rules.map(({ match }) => match).filter((match) => match !== edited.rule?.match)}
              error={save.error}
              isSaving={save.isPending}
              onSave={(rule) =>
                save.mutate(
                  edited.rule ? rules.map((other) => (other === edited.rule ? rule : other)) : [...rules, rule],
                )
              }
              onClose={() => {
                save.reset()
                close()
              }}
            />
          )}
          {dropped && (
            <Modal opened onClose={close} title={t('access.removeTitle')}>
              <Stack>
                <Text size="sm">{t('access.removeHint', { prefix: dropped.match })}</Text>
                <Group justify="end">
                  <Button variant="default" onClick={close}>
                    {t('common.keepIt')}
                  </Button>
                  <Button
                    color="red"
                    data-autofocus
                    loading={save.isPending}
                    onClick={() => save.mutate(rules.filter((rule) => rule !== dropped))}
                  >
                    {t('common.remove')}
                  </Button>
                </Group>
              </Stack>
            </Modal>
          )}
        </>
      )}
    </Loaded>
  )
}

interface RulesProps {
  rules: readonly ShownAccessRule[]
  onEdit(rule: ShownAccessRule): void
  onDrop(rule: ShownAccessRule): void
}

function Rules({ rules, onEdit, onDrop }: RulesProps) {
  const t = useTranslator()
  return (
    <Table>
      <TableHead columns={[t('access.prefix'), t('access.column.method')]} hasActions />
      <Table.Tbody>
        {rules.map((rule) => (
          <Table.Tr key={rule.match}>
            <Table.Td ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {rule.match}
            </Table.Td>
            <Table.Td>
              <Group gap={4}>
                {Object.keys(rule.headers ?? {}).map((name) => (
                  <Badge key={name} variant="default" size="sm" tt="none">
                    {name}
                  </Badge>
                ))}
                {typeof rule.access_key_id === 'string' && (
                  <Text size="sm">{keyText(t, rule, rule.access_key_id)}</Text>
                )}
              </Group>
            </Table.Td>
            <Table.Td ta="right">
              <Group gap="xs" justify="end" wrap="nowrap">
                <Button size="compact-sm" variant="default" onClick={() => onEdit(rule)}>
                  {t('common.change')}
                </Button>
                <Button size="compact-sm" variant="light" color="red" onClick={() => onDrop(rule)}>
                  {t('common.remove')}
                </Button>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function keyText(t: Translator, { region, endpoint }: ShownAccessRule, keyId: string): string {
  const values = { keyId, region: String(region) }
  return endpoint ? t('access.s3KeyEndpoint', { ...values, endpoint: String(endpoint) }) : t('access.s3Key', values)
}
