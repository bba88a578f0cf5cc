import { Badge, Button, Checkbox, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { ShownKey } from '../../contract/projects.ts'
import type { Scope } from '../../model/permissions.ts'
import { request } from '../kit/api.ts'
import { DialogForm } from '../kit/DialogForm.tsx'
import { useMay } from '../kit/me.tsx'
import { Secret } from '../kit/Secret.tsx'
import { Empty, Loaded } from '../kit/States.tsx'
import { TableHead } from '../kit/TableHead.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { keys, useKeys } from './queries.ts'
import { ShownOnce } from './ShownOnce.tsx'

const SCOPES: readonly Scope[] = ['submit', 'read', 'annotate', 'assist']

export function KeysTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const all = useKeys(projectId)
  const mayManage = useMay('manageKeys')
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<ShownKey | null>(null)
  return (
    <>
      {mayManage && (
        <Group justify="end" mb="sm">
          <Button leftSection={<KeyRound size="1rem" />} onClick={() => setCreating(true)}>
            {t('keys.new')}
          </Button>
        </Group>
      )}
      <Loaded of={all}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('keys.empty')}>{t('keys.emptyHint')}</Empty>
          ) : (
            <Table>
              <TableHead
                columns={[
                  t('common.name'),
                  t('keys.column.ends'),
                  t('keys.scopes'),
                  t('keys.column.created'),
                  t('keys.column.lastUsed'),
                ]}
                hasActions
              />
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
                    <Table.Td>{t.moment(row.created_at)}</Table.Td>
                    <Table.Td>{row.last_used_at ? t.ago(row.last_used_at, Date.now()) : t('keys.never')}</Table.Td>
                    <Table.Td ta="right">
                      {mayManage && (
                        <Button size="compact-sm" variant="light" color="red" onClick={() => setRevoked(row)}>
                          {t('keys.revoke')}
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
  const t = useTranslator()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['submit', 'read'])
  const create = useAction({
    run: () =>
      request('POST /api/v1/projects/:pid/keys', { params: { pid: projectId }, body: { name: name.trim(), scopes } }),
    changes: [keys.apiKeys(projectId)],
    quiet: true,
  })
  if (create.data) {
    return (
      <ShownOnce title={t('keys.created')} action={t('console.copiedSecret')} onClose={onClose}>
        <Secret label={t('keys.key')} value={create.data.key} hint={t('keys.copyNow')} />
      </ShownOnce>
    )
  }
  return (
    <DialogForm
      title={t('keys.new')}
      action={t('common.create')}
      isReady={name.trim() !== '' && scopes.length > 0}
      isPending={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('common.name')}
        description={t('keys.nameHint')}
        required
        data-autofocus
        maxLength={256}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox.Group label={t('keys.scopes')} value={scopes} onChange={setScopes}>
        <Stack gap={6} mt={6}>
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} description={t(`keys.scope.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  )
}

function RevokeKey({ projectId, row, onClose }: { projectId: string; row: ShownKey; onClose: () => void }) {
  const t = useTranslator()
  const revoke = useAction({
    run: () => request('DELETE /api/v1/projects/:pid/keys/:kid', { params: { pid: projectId, kid: row.key_id } }),
    changes: [keys.apiKeys(projectId)],
    onDone: onClose,
    done: t('keys.revoked'),
  })
  return (
    <Modal opened onClose={onClose} title={t('keys.revokeTitle', { name: row.name })}>
      <Stack>
        <Text size="sm">{t('keys.revokeHint', { last4: row.last_four })}</Text>
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {t('common.keepIt')}
          </Button>
          <Button color="red" data-autofocus loading={revoke.isPending} onClick={() => revoke.mutate()}>
            {t('keys.revoke')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
