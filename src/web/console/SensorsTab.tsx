import { Button, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeptSensor } from '../../contract/access.ts'
import { request } from '../kit/api.ts'
import { Empty, Loaded } from '../kit/States.tsx'
import { TableHead } from '../kit/TableHead.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { keys } from './queries.ts'
import { SensorDialog } from './SensorDialog.tsx'

/** Sensors whose configuration the project keeps, so that jobs need not repeat it. */
export function SensorsTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const sensors = useQuery({
    queryKey: keys.sensors(projectId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/projects/:pid/sensors', { params: { pid: projectId }, signal })).sensors,
  })
  const [edited, setEdited] = useState<{ sensor: KeptSensor | null } | null>(null)
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          {t('sensors.hint')}
        </Text>
        <Button onClick={() => setEdited({ sensor: null })}>{t('sensor.new')}</Button>
      </Group>
      <Loaded of={sensors}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('sensors.empty')}>{t('sensors.emptyHint')}</Empty>
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
  const t = useTranslator()
  return (
    <Table>
      <TableHead
        columns={[
          t('sensors.column.sensor'),
          t('common.name'),
          t('sensor.kind'),
          t('sensor.lens'),
          { number: t('sensors.column.focal') },
        ]}
        hasActions
      />
      <Table.Tbody>
        {rows.map((sensor) => (
          <Table.Tr key={sensor.sensor_id}>
            <Table.Td ff="monospace">{sensor.sensor_id}</Table.Td>
            <Table.Td>{sensor.name}</Table.Td>
            <Table.Td>
              {sensor.modality && t(`sensor.kind.${sensor.modality}`)}
              {sensor.state === 'non_editable' && (
                <Text span size="xs" c="dimmed" ml={6}>
                  {t('sensor.readOnly')}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{sensor.camera_model}</Table.Td>
            <Table.Td ta="right" className="numbers">
              {sensor.intrinsics?.fx}
            </Table.Td>
            <Table.Td ta="right">
              <Button size="compact-sm" variant="default" onClick={() => onEdit(sensor)}>
                {t('common.change')}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
