import { Button, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeptSensor } from '../../client/types/admin.ts'
import { operator } from '../kit/api.ts'
import { Empty, Loaded } from '../kit/States.tsx'
import { keys } from './queries.ts'
import { SensorDialog } from './SensorDialog.tsx'

/** Sensors whose configuration the project keeps, so that jobs need not repeat it. */
export function SensorsTab({ projectId }: { projectId: string }) {
  const sensors = useQuery({
    queryKey: keys.sensors(projectId),
    queryFn: async ({ signal }) =>
      (await operator.get<{ sensors: KeptSensor[] }>(`/projects/${projectId}/sensors`, signal)).sensors,
  })
  const [edited, setEdited] = useState<{ sensor: KeptSensor | null } | null>(null)
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          Used for sensors of the same id where a job says nothing of its own.
        </Text>
        <Button onClick={() => setEdited({ sensor: null })}>New sensor</Button>
      </Group>
      <Loaded of={sensors} what="sensors">
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No sensors are kept">Jobs bring the configuration of their sensors themselves.</Empty>
          ) : (
            <Rows rows={rows} onEdit={(sensor) => setEdited({ sensor })} />
          )
        }
      </Loaded>
      {edited && <SensorDialog projectId={projectId} kept={edited.sensor} onClose={() => setEdited(null)} />}
    </>
  )
}

function Rows({ rows, onEdit }: { rows: readonly KeptSensor[]; onEdit(sensor: KeptSensor): void }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Sensor</Table.Th>
          <Table.Th>Name</Table.Th>
          <Table.Th>Kind</Table.Th>
          <Table.Th>Lens model</Table.Th>
          <Table.Th ta="right">Focal length, pixels</Table.Th>
          <Table.Th aria-label="Actions" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((sensor) => (
          <Table.Tr key={sensor.sensor_id}>
            <Table.Td ff="monospace">{sensor.sensor_id}</Table.Td>
            <Table.Td>{sensor.name}</Table.Td>
            <Table.Td>
              {sensor.modality}
              {sensor.state === 'non_editable' && ', not annotated'}
            </Table.Td>
            <Table.Td>{sensor.camera_model}</Table.Td>
            <Table.Td ta="right" className="numbers">
              {sensor.intrinsics?.fx}
            </Table.Td>
            <Table.Td ta="right">
              <Button size="compact-sm" variant="default" onClick={() => onEdit(sensor)}>
                Change
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
