import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import type { DraftAnswer } from '../../contract/work.ts'
import { request } from '../kit/api.ts'
import { Loaded } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { draftsKey } from './draftsKey.ts'

/** Work that came after its lease had passed on: to be taken into the job, or dropped. */
export function DraftsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslator()
  const { session } = useShell()
  const params = { jid: session.job.job.jobId }
  const drafts = useQuery({
    queryKey: draftsKey(params.jid),
    queryFn: ({ signal }) => request('GET /api/jobs/:jid/drafts', { params, signal }),
    // Work may have become a draft since the banner last looked.
    refetchOnMount: 'always',
  })
  return (
    <Modal opened onClose={onClose} title={t('drafts.title')} size="lg">
      <Loaded of={drafts}>
        {({ drafts: rows }) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('drafts.empty')}
            </Text>
          ) : (
            <Stack>
              <Table>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Draft key={row.draftId} row={row} />
                  ))}
                </Table.Tbody>
              </Table>
              {session.job.access === 'read' && (
                <Text size="sm" c="dimmed">
                  {t('drafts.takeJobFirst')}
                </Text>
              )}
            </Stack>
          )
        }
      </Loaded>
    </Modal>
  )
}

function Draft({ row }: { row: DraftAnswer }) {
  const t = useTranslator()
  const { session, me, reopen } = useShell()
  const params = { jid: session.job.job.jobId, did: row.draftId }
  const changes = [draftsKey(params.jid)]
  const take = useAction({
    run: async () => {
      await session.flush()
      return request('POST /api/jobs/:jid/drafts/:did/take', { params, body: { baseVersion: session.version } })
    },
    onDone: ({ refused }) => {
      if (refused.length > 0) {
        const message = t('drafts.refused', { count: refused.length })
        notifications.show({ message, color: 'yellow', autoClose: 10_000 })
      }
      reopen()
    },
    changes,
  })
  const drop = useAction({ run: () => request('DELETE /api/jobs/:jid/drafts/:did', { params }), changes })
  const isOwn = row.userId === me?.userId
  const mayDrop = isOwn || session.job.access !== 'read' || me?.permissions.includes('takeOver')
  return (
    <Table.Tr>
      <Table.Td>
        {isOwn
          ? t('drafts.you', { moment: t.moment(row.at) })
          : t('drafts.by', { name: row.userName, moment: t.moment(row.at) })}
      </Table.Td>
      <Table.Td className="numbers">{t('drafts.changes', { count: row.operationCount })}</Table.Td>
      <Table.Td>
        <Group gap={6} justify="end">
          <Button
            size="compact-sm"
            disabled={session.job.access === 'read'}
            loading={take.isPending}
            onClick={() => take.mutate()}
          >
            {t('drafts.apply')}
          </Button>
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            disabled={!mayDrop}
            loading={drop.isPending}
            onClick={() => drop.mutate()}
          >
            {t('drafts.discard')}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
