import { Anchor, Badge, Button, Group, Modal, Stack, Table, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import type { BatchSummary } from '../../client/types/answers.ts'
import { operator } from '../kit/api.ts'
import { useMay } from '../kit/me.tsx'
import { Failed, Loaded } from '../kit/States.tsx'
import { moment } from '../kit/time.ts'
import { useAction } from '../kit/useAction.ts'
import { keys, useBatches } from './queries.ts'

const STATUS_COLORS: Readonly<Record<string, string>> = { Complete: 'teal', 'In Progress': 'yellow', Empty: 'gray' }

export function BatchesTab({ projectId }: { projectId: string }) {
  const batches = useBatches(projectId)
  const mayManage = useMay('manageJobs')
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      {mayManage && (
        <Group justify="end" mb="sm">
          <Button onClick={() => setCreating(true)}>New batch</Button>
        </Group>
      )}
      <Loaded of={batches} what="batches">
        {(rows) => (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Batch</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th ta="right">Jobs</Table.Th>
                <Table.Th ta="right">Completed</Table.Th>
                <Table.Th ta="right">Frames</Table.Th>
                <Table.Th ta="right">Annotations</Table.Th>
                <Table.Th>Created</Table.Th>
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <BatchRow key={row.id} projectId={projectId} row={row} mayManage={mayManage} />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Loaded>
      {isCreating && <NewBatch projectId={projectId} onClose={() => setCreating(false)} />}
    </>
  )
}

function BatchRow({ projectId, row, mayManage }: { projectId: string; row: BatchSummary; mayManage: boolean }) {
  const resend = useAction({
    run: () => operator.post<{ queued: number }>(`/projects/${projectId}/batch/${row.id}/callback?only=failed`),
    done: ({ queued }) =>
      queued === 0 ? 'No callback waits to be sent again.' : `${queued} callbacks are sent again.`,
  })
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} href={`/projects/${projectId}/jobs?batch=${row.id}`} size="sm" fw={500}>
          {row.name}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Badge variant="light" size="sm" tt="none" color={STATUS_COLORS[row.status] ?? 'gray'}>
          {row.status.toLowerCase()}
        </Badge>
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {row.total_jobs.toLocaleString()}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {row.completed_jobs.toLocaleString()}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {row.total_frames.toLocaleString()}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {row.annotations.toLocaleString()}
      </Table.Td>
      <Table.Td>{moment(row.created_at)}</Table.Td>
      <Table.Td ta="right">
        {mayManage && row.total_jobs > 0 && (
          <Button size="compact-sm" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
            Send failed callbacks again
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function NewBatch({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const create = useAction({
    run: () => operator.post(`/project/${projectId}/batch`, { name: name.trim(), description: description.trim() }),
    changes: [keys.batches(projectId)],
    onDone: onClose,
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Modal opened onClose={onClose} title="New batch">
      <form onSubmit={submit}>
        <Stack>
          {create.error && <Failed error={create.error} />}
          <TextInput
            label="Name"
            required
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Description"
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
