import {
  Button,
  Checkbox,
  Collapse,
  ColorInput,
  Group,
  Kbd,
  MultiSelect,
  NumberInput,
  Paper,
  Stack,
  TextInput,
} from '@mantine/core'
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Geometry, Operation } from '../../../client/types/admin.ts'
import { rulesOf } from '../../../model/annotationTypes/rulesOf.ts'
import { hexOf, rgbOf } from '../../kit/color.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { GEOMETRY_WORDS } from '../../kit/words.ts'
import { AttributesEditor } from './AttributesEditor.tsx'
import type { ClassDraft } from './tagDraft.ts'

interface Props {
  draft: ClassDraft
  operation: Operation
  index: number
  count: number
  /** null: removed. */
  onChange(draft: ClassDraft | null): void
  onMove(by: number): void
}

export function ClassEditor({ draft, operation, index, count, onChange, onMove }: Props) {
  const [isOpen, setOpen] = useState(false)
  const change = (part: Partial<ClassDraft>) => onChange({ ...draft, ...part })
  const title = draft.name || `class ${index + 1}`
  const attributeCount = draft.attributes.length
  const more = attributeCount === 0 ? 'More' : `${attributeCount} ${attributeCount === 1 ? 'attribute' : 'attributes'}`
  return (
    <Paper withBorder p="xs">
      <Group gap="xs" wrap="nowrap">
        <Kbd size="xs" style={{ visibility: index < 9 ? 'visible' : 'hidden' }}>
          {index + 1}
        </Kbd>
        <TextInput
          aria-label={`Name of class ${index + 1}`}
          placeholder="Name"
          style={{ flex: 2 }}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <ColorInput
          aria-label={`Colour of ${title}`}
          style={{ flex: 1 }}
          format="hex"
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          value={hexOf(draft.color)}
          onChange={(hex) => change({ color: rgbOf(hex) ?? draft.color })}
        />
        <Button
          variant="subtle"
          color="gray"
          leftSection={isOpen ? <ChevronDown size="1rem" /> : <ChevronRight size="1rem" />}
          aria-expanded={isOpen}
          aria-label={`${more} of ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {more}
        </Button>
        <Group gap={0} wrap="nowrap">
          <IconButton label={`Move ${title} up`} icon={ArrowUp} disabled={index === 0} onClick={() => onMove(-1)} />
          <IconButton
            label={`Move ${title} down`}
            icon={ArrowDown}
            disabled={index === count - 1}
            onClick={() => onMove(1)}
          />
          <IconButton label={`Remove ${title}`} icon={Trash2} disabled={count === 1} onClick={() => onChange(null)} />
        </Group>
      </Group>
      <Collapse expanded={isOpen}>
        <Stack gap="sm" p="xs" pt="md">
          <Group align="end">
            <Checkbox
              mb={8}
              label="Objects of it are told apart"
              checked={draft.instantiable}
              onChange={(event) => change({ instantiable: event.currentTarget.checked })}
            />
            {rulesOf(operation).geometries.length > 1 && (
              <MultiSelect
                label="Shapes"
                style={{ flex: 1 }}
                placeholder={draft.geometries.length === 0 ? 'all' : undefined}
                data={rulesOf(operation).geometries.map((value) => ({ value, label: GEOMETRY_WORDS[value] }))}
                value={draft.geometries}
                onChange={(geometries) => change({ geometries: geometries as Geometry[] })}
              />
            )}
          </Group>
          {operation.startsWith('cuboid') && <UsualSize draft={draft} onChange={change} />}
          <AttributesEditor
            attributes={draft.attributes}
            scopes={['object', 'frame']}
            onChange={(attributes) => change({ attributes })}
          />
        </Stack>
      </Collapse>
    </Paper>
  )
}

const NO_SIZE = { length: 0, width: 0, height: 0 }

function UsualSize({ draft, onChange }: { draft: ClassDraft; onChange(part: Partial<ClassDraft>): void }) {
  const size = draft.defaultSize ?? NO_SIZE
  const set = (edge: keyof typeof NO_SIZE, value: number | string) => {
    const next = { ...size, [edge]: Number(value) || 0 }
    onChange({ defaultSize: Object.values(next).every((length) => length === 0) ? null : next })
  }
  return (
    <Group gap="xs">
      {(['length', 'width', 'height'] as const).map((edge) => (
        <NumberInput
          key={edge}
          label={`Usual ${edge}, m`}
          w="9rem"
          min={0}
          step={0.1}
          decimalScale={3}
          value={size[edge] || ''}
          onChange={(value) => set(edge, value)}
        />
      ))}
    </Group>
  )
}
