import { Badge, Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShownAccessRule } from '../../client/types/admin.ts'
import { operator } from '../kit/api.ts'
import { Empty, Loaded } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { AccessRuleDialog } from './AccessRuleDialog.tsx'
import { keys } from './queries.ts'

/** How the service reaches data that is not open to everybody. Secrets go in and never come out again. */
export function AccessTab({ projectId }: { projectId: string }) {
  const queryKey = keys.access(projectId)
  const access = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await operator.get<{ rules: ShownAccessRule[] }>(`/projects/${projectId}/attachment_access`, signal)).rules,
  })
  const [edited, setEdited] = useState<{ rule: ShownAccessRule | null } | null>(null)
  const [dropped, setDropped] = useState<ShownAccessRule | null>(null)
  const close = () => {
    setEdited(null)
    setDropped(null)
  }
  // A rule may be sent as it is shown: its secrets stay what they are.
  const save = useAction<readonly object[]>({
    run: (rules) => operator.put(`/projects/${projectId}/attachment_access`, { rules }),
    changes: [queryKey],
    onDone: close,
    done: 'The rules were changed.',
    quiet: edited !== null,
  })
  return (
    <Loaded of={access} what="rules">
      {(rules) => (
        <>
          <Group justify="space-between" mb="sm">
            <Text size="sm" c="dimmed">
              The longest match decides. Nothing of a rule is sent to another host, not even after a redirect.
            </Text>
            <Button onClick={() => setEdited({ rule: null })}>New rule</Button>
          </Group>
          {rules.length === 0 ? (
            <Empty title="No rules">
              Files are fetched as their addresses say. A rule adds headers to them, or signs them for a private bucket.
            </Empty>
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
            <Modal opened onClose={close} title="Remove this rule?">
              <Stack>
                <Text size="sm">
                  Files under <b>{dropped.match}</b> are fetched without it from now on; jobs that need it fail.
                </Text>
                <Group justify="end">
                  <Button variant="default" onClick={close}>
                    Keep it
                  </Button>
                  <Button
                    color="red"
                    data-autofocus
                    loading={save.isPending}
                    onClick={() => save.mutate(rules.filter((rule) => rule !== dropped))}
                  >
                    Remove
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
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Files under</Table.Th>
          <Table.Th>Are reached with</Table.Th>
          <Table.Th aria-label="Actions" />
        </Table.Tr>
      </Table.Thead>
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
                  <Text size="sm">
                    key {rule.access_key_id}, region {String(rule.region)}
                    {rule.endpoint ? `, ${String(rule.endpoint)}` : ''}
                  </Text>
                )}
              </Group>
            </Table.Td>
            <Table.Td ta="right">
              <Group gap="xs" justify="end" wrap="nowrap">
                <Button size="compact-sm" variant="default" onClick={() => onEdit(rule)}>
                  Change
                </Button>
                <Button size="compact-sm" variant="light" color="red" onClick={() => onDrop(rule)}>
                  Remove
                </Button>
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
