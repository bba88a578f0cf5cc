import { Group, NumberInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { KeptSensor, SensorConfiguration } from '../../contract/access.ts'
import { request } from '../kit/api.ts'
import { DialogForm } from '../kit/DialogForm.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { keys } from './queries.ts'

const NUMBERS = ['fx', 'fy', 'cx', 'cy', 'k1', 'k2', 'k3', 'k4', 'p1', 'p2', 'skew', 'scale_factor'] as const
const MODELS = [
  { value: 'brown_conrady', label: 'sensor.lens.brown' },
  { value: 'fisheye', label: 'sensor.lens.fisheye' },
] as const
const KINDS = ['camera', 'lidar'] as const

interface Props {
  projectId: string
  /** null: a new one. */
  kept: KeptSensor | null
  onClose(): void
}

/** What the fields of numbers hold. */
const numbersOf = (intrinsics: KeptSensor['intrinsics']): Record<string, number | string> =>
  Object.fromEntries(NUMBERS.map((name) => [name, intrinsics?.[name] ?? '']))

export function SensorDialog({ projectId, kept, onClose }: Props) {
  const t = useTranslator()
  const [id, setId] = useState(kept?.sensor_id ?? '')
  const [name, setName] = useState(kept?.name ?? '')
  const [modality, setModality] = useState(kept?.modality ?? 'camera')
  const [isEditable, setEditable] = useState(kept?.state !== 'non_editable')
  const [model, setModel] = useState(kept?.camera_model ?? null)
  const [intrinsics, setIntrinsics] = useState(() => numbersOf(kept?.intrinsics))
  const save = useAction({
    run: () => {
      const numbers = Object.entries(intrinsics).filter(([, value]) => value !== '')
      const body: SensorConfiguration = {
        modality,
        state: isEditable ? 'editable' : 'non_editable',
        ...(name.trim() && { name: name.trim() }),
        ...(modality === 'camera' && numbers.length > 0 && { intrinsics: Object.fromEntries(numbers) }),
        ...(modality === 'camera' && model && { camera_model: model }),
      }
      return request('PUT /api/v1/projects/:pid/sensors/:sensor', { params: { pid: projectId, sensor: id }, body })
    },
    changes: [keys.sensors(projectId)],
    onDone: onClose,
    done: t('sensor.saved'),
    quiet: true,
  })
  return (
    <DialogForm
      title={kept ? t('sensor.title', { id: kept.sensor_id }) : t('sensor.new')}
      size="lg"
      action={t('sensor.save')}
      isReady={id.trim() !== ''}
      isPending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Group grow>
        <TextInput
          label={t('sensor.id')}
          description={t('sensor.idHint')}
          required
          data-autofocus={kept === null}
          readOnly={kept !== null}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <TextInput
          label={t('common.name')}
          description={t('sensor.nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Group>
      <Group grow align="end">
        <Select
          label={t('sensor.kind')}
          data={KINDS.map((value) => ({ value, label: t(`sensor.kind.${value}`) }))}
          value={modality}
          allowDeselect={false}
          onChange={(value) => setModality(value === 'lidar' ? 'lidar' : 'camera')}
        />
        <Switch
          label={t('sensor.editable')}
          checked={isEditable}
          onChange={(event) => setEditable(event.currentTarget.checked)}
        />
      </Group>
      {modality === 'camera' && (
        <>
          <Select
            label={t('sensor.lens')}
            data={MODELS.map(({ value, label }) => ({ value, label: t(label) }))}
            value={model}
            clearable
            onChange={setModel}
          />
          <SimpleGrid cols={4}>
            {NUMBERS.map((key) => (
              <NumberInput
                key={key}
                label={key}
                hideControls
                value={intrinsics[key] ?? ''}
                onChange={(value) => setIntrinsics({ ...intrinsics, [key]: value })}
              />
            ))}
          </SimpleGrid>
        </>
      )}
    </DialogForm>
  )
}
