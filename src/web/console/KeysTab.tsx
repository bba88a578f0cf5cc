import { Badge, Button, Checkbox, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Key, KeyCreated, Scope } from '../../client/types/admin.ts'
import { operator } from '../kit/api.ts'
import { useMay } from '../kit/me.tsx'
import { Secret } from '../kit/Secret.tsx'
import { Empty, Failed, Loaded } from '../kit/States.tsx'
import { ago, moment } from '../kit/time.ts'
import { useAction } from '../kit/useAction.ts'
import { keys, useKeys } from './queries.ts'

const SCOPE_HINTS: Readonly<Record<Scope, string>> = {
  submit: 'jobs, batches, priority, cancel, retry, reopen, send again',
  read: 'everything that can be read',
  annotate: 'hand in results and predictions, decide reviews',
}

export function KeysTab({ projectId }: { projectId: string }) {
  const all = useKeys(projectId)
  const mayManage = useMay('manageKeys')
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<Key | null>(null)
  return (
    <>
      {mayManage && (
        <Group justify="end" mb="sm">
          <Button leftSection={<KeyRound size="1rem" />} onClick={() => setCreating(true)}>
            New key
          </Button>
        </Group>
      )}
      <Loaded of={all} what="keys">
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No keys">Without a key nobody can submit jobs by the API.</Empty>
          ) : (
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th>Ends in</Table.Th>
                  <Table.Th>Scopes</Table.Th>
                  <Table.Th>Created</Table.Th>
                  <Table.Th>Last used</Table.Th>
                  <Table.Th aria-label="Actions" />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={row.key_id}>
                    <Table.Td>{row.name}</Table.Td>
                    <Table.Td ff="monospace">…{row.last_four}</Table.Td>
                    <Table.Td>
                      <Group gap={4}>
                        {row.scopes.map((scope) => (
                          <Badge key={scope} variant="default" size="sm" tt="none">
                            {scope}
                          </Badge>
                        ))}
                      </Group>
                    </Table.Td>
                    <Table.Td>{moment(row.created_at)}</Table.Td>
                    <Table.Td>{row.last_used_at ? ago(row.last_used_at, Date.now()) : 'never'}</Table.Td>
                    <Table.Td ta="right">
                      {mayManage && (
                        <Button size="compact-sm" variant="light" color="red" onClick={() => setRevoked(row)}>
                          Revoke
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Loaded>
      {isCreating && <NewKey projectId={projectId} onClose={() => setCreating(false)} />}
      {revoked && <RevokeKey projectId={projectId} row={revoked} onClose={() => setRevoked(null)} />}
    </>
  )
}

function NewKey({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<string[]>(['submit', 'read'])
  const create = useAction({
    run: () => operator.post<KeyCreated>(`/projects/${projectId}/keys`, { name: name.trim(), scopes }),
    changes: [keys.apiKeys(projectId)],
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  if (create.data) {
    return (
      <Modal opened onClose={onClose} title="The key" size="lg" closeOnClickOutside={false}>
        <Stack>
          <Secret label="API key" value={create.data.key} hint="Copy it now: it is never shown again." />
          <Group justify="end">
            <Button onClick={onClose}>I have copied it</Button>
          </Group>
        </Stack>
      </Modal>
    )
  }
  return (
    <Modal opened onClose={onClose} title="New key">
      <form onSubmit={submit}>
        <Stack>
          {create.error && <Failed error={create.error} />}
          <TextInput
            label="Name"
            description="What uses it"
            required
            data-autofocus
            maxLength={256}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox.Group label="Scopes" value={scopes} onChange={setScopes}>
            <Stack gap={6} mt={6}>
              {(Object.keys(SCOPE_HINTS) as Scope[]).map((scope) => (
                <Checkbox key={scope} value={scope} label={scope} description={SCOPE_HINTS[scope]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={name.trim() === '' || scopes.length === 0}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function RevokeKey({ projectId, row, onClose }: { projectId: string; row: Key; onClose: () => void }) {
  const revoke = useAction({
    run: () => operator.remove(`/projects/${projectId}/keys/${row.key_id}`),
    changes: [keys.apiKeys(projectId)],
    onDone: onClose,
    done: 'The key was revoked.',
  })
  return (
    <Modal opened onClose={onClose} title={`Revoke “${row.name}”?`}>
      <Stack>
        <Text size="sm">Whatever uses the key that ends in {row.last_four} is refused from now on.</Text>
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button color="red" data-autofocus loading={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
