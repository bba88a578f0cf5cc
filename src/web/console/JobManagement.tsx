import { Button, Group, Menu, Modal, NumberInput, Stack, Text } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { JobRow } from '../../formats/workbench/console.ts'
import { isFinished } from '../../model/stage.ts'
import { operator, request } from '../kit/api.ts'
import { useMay } from '../kit/me.tsx'
import { useAction } from '../kit/useAction.ts'
import { keys } from './queries.ts'

/** Priority, cancel, retry, reopen, take the job out of somebody's hands. */
export function JobManagement({ projectId, row }: { projectId: string; row: JobRow }) {
  const [asking, setAsking] = useState<Asked | 'priority' | null>(null)
  const mayTakeOver = useMay('takeOver')
  const mayDelete = useMay('manageProjects')
  const path = `/projects/${projectId}/jobs/${row.jobId}`
  const changes = [keys.job(projectId, row.jobId), keys.jobs(projectId)]
  const retry = useAction({ run: () => operator.post(`${path}/retry`), changes, done: 'The job is looked at again.' })
  const release = useAction({
    run: () => request('POST /api/jobs/:jid/release', { params: { jid: row.jobId } }),
    changes,
    done: 'The job is back in the queue.',
  })
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size="0.875rem" />}>
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={isFinished(row.stage)} onClick={() => setAsking('priority')}>
            Change priority…
          </Menu.Item>
          {row.stage === 'failed' && <Menu.Item onClick={() => retry.mutate()}>Try again</Menu.Item>}
          {row.stage === 'completed' && <Menu.Item onClick={() => setAsking('reopen')}>Reopen…</Menu.Item>}
          {row.lease && mayTakeOver && <Menu.Item onClick={() => release.mutate()}>Give back to the queue</Menu.Item>}
          <Menu.Item color="red" disabled={isFinished(row.stage)} onClick={() => setAsking('cancel')}>
            Cancel the job…
          </Menu.Item>
          {mayDelete && (
            <Menu.Item color="red" disabled={!isFinished(row.stage)} onClick={() => setAsking('delete')}>
              Delete its data…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking === 'priority' && (
        <PriorityDialog path={path} row={row} changes={changes} onClose={() => setAsking(null)} />
      )}
      {asking !== null && asking !== 'priority' && (
        <ConfirmDialog path={path} verb={asking} changes={changes} onClose={() => setAsking(null)} />
      )}
    </>
  )
}

interface DialogProps {
  path: string
  changes: readonly (readonly unknown[])[]
  onClose(): void
}

function PriorityDialog({ path, row, changes, onClose }: DialogProps & { row: JobRow }) {
  const [weight, setWeight] = useState<number | string>(row.priorityWeight)
  const save = useAction({
    run: () => operator.patch(path, { priority_weight: Number(weight) }),
    changes,
    onDone: onClose,
  })
  return (
    <Modal opened onClose={onClose} title="Priority">
      <Stack>
        <NumberInput
          label="1 to 10; 10 goes first"
          min={1}
          max={10}
          allowDecimal={false}
          data-autofocus
          value={weight}
          onChange={setWeight}
        />
        <Group justify="end">
          <Button loading={save.isPending} disabled={weight === ''} onClick={() => save.mutate()}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const WORDS = {
  cancel: {
    title: 'Cancel this job?',
    text: 'Nobody works on it any more and no result is delivered. This cannot be undone.',
    button: 'Cancel the job',
    color: 'red',
  },
  reopen: {
    title: 'Reopen this job?',
    text: 'It goes back to work and completes as the next version of the result. Until then the last one stays.',
    button: 'Reopen',
    color: undefined,
  },
  delete: {
    title: 'Delete the data of this job?',
    text: 'Its payload, files, work and results are removed for good. Its ids and its row in the usage stay.',
    button: 'Delete the data',
    color: 'red',
  },
} as const
type Asked = keyof typeof WORDS

function ConfirmDialog({ path, verb, changes, onClose }: DialogProps & { verb: Asked }) {
  const act = useAction({
    run: () => (verb === 'delete' ? operator.remove(`${path}/data`) : operator.post(`${path}/${verb}`)),
    changes,
    onDone: onClose,
  })
  const { title, text, button, color } = WORDS[verb]
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        <Text size="sm">{text}</Text>
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            No
          </Button>
          <Button color={color} loading={act.isPending} onClick={() => act.mutate()}>
            {button}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
