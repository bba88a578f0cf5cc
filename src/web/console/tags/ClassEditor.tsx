import {
  Button,
  Checkbox,
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
import type { AnnotationType } from '../../../model/annotationType.ts'
import { rulesOf } from '../../../model/annotationTypes/rulesOf.ts'
import { hexOf, rgbText } from '../../kit/color.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { AttributesEditor } from './AttributesEditor.tsx'
import { SkeletonEditor } from './SkeletonEditor.tsx'
import { type ClassDraft, hasKeypoints } from './tagDraft.ts'

interface Props {
  draft: ClassDraft
  operation: AnnotationType
  index: number
  count: number
  /** null: removed. */
  onChange(draft: ClassDraft | null): void
  onMove(by: number): void
}

export function ClassEditor({ draft, operation, index, count, onChange, onMove }: Props) {
  const t = useTranslator()
  const [isOpen, setOpen] = useState(false)
  const change = (part: Partial<ClassDraft>) => onChange({ ...draft, ...part })
  const title = draft.name || t('tag.class.untitled', { number: index + 1 })
  const attributeCount = draft.attributes.length
  const more = attributeCount === 0 ? t('common.more') : t('tag.class.attributeCount', { count: attributeCount })
  return (
    <Paper withBorder p="xs">
      <Group gap="xs" wrap="nowrap">
        <Kbd size="xs" style={{ visibility: index < 9 ? 'visible' : 'hidden' }}>
          {index + 1}
        </Kbd>
        <TextInput
          aria-label={t('tag.class.nameOf', { number: index + 1 })}
          placeholder={t('common.name')}
          style={{ flex: 2 }}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <ColorInput
          aria-label={t('tag.class.colorOf', { title })}
          style={{ flex: 1 }}
          format="hex"
          eyeDropperButtonProps={{ 'aria-label': t('tag.class.pickColor') }}
          value={hexOf(draft.color)}
          onChange={(hex) => change({ color: rgbText(hex) ?? draft.color })}
        />
        <Button
          variant="subtle"
          color="gray"
          leftSection={isOpen ? <ChevronDown size="1rem" /> : <ChevronRight size="1rem" />}
          aria-expanded={isOpen}
          aria-label={t('tag.class.moreOf', { more, title })}
          onClick={() => setOpen(!isOpen)}
        >
          {more}
        </Button>
        <Group gap={0} wrap="nowrap">
          <IconButton
            label={t('tag.class.moveUp', { title })}
            icon={ArrowUp}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={t('tag.class.moveDown', { title })}
            icon={ArrowDown}
            disabled={index === count - 1}
            onClick={() => onMove(1)}
          />
          <IconButton
            label={t('common.removeNamed', { name: title })}
            icon={Trash2}
            disabled={count === 1}
            onClick={() => onChange(null)}
          />
        </Group>
      </Group>
      {/* Without an animation: one scrolls the focused field out of the window when it ends, which hides its list. */}
      {isOpen && (
        <Stack gap="sm" p="xs" pt="md">
          <Group align="end">
            <Checkbox
              mb={8}
              label={t('tag.class.countable')}
              checked={draft.instantiable}
              onChange={(event) => change({ instantiable: event.currentTarget.checked })}
            />
            {rulesOf(operation).geometries.length > 1 && (
              <MultiSelect
                label={t('tag.class.shapes')}
                style={{ flex: 1 }}
                placeholder={draft.geometries.length === 0 ? t('tag.class.allShapes') : undefined}
                data={rulesOf(operation).geometries.map((value) => ({ value, label: t(`geometry.${value}`) }))}
                value={draft.geometries}
                onChange={(geometries) => change({ geometries: geometries })}
              />
            )}
          </Group>
          {hasKeypoints(draft, operation) && (
            <SkeletonEditor skeleton={draft.skeleton} title={title} onChange={(skeleton) => change({ skeleton })} />
          )}
          {operation.startsWith('cuboid') && <UsualSize draft={draft} onChange={change} />}
          {operation.startsWith('cuboid') && <MotionLimits draft={draft} onChange={change} />}
          <AttributesEditor
            attributes={draft.attributes}
            scopes={['object', 'frame']}
            onChange={(attributes) => change({ attributes })}
          />
        </Stack>
      )}
    </Paper>
  )
}

const NO_SIZE = { length: 0, width: 0, height: 0 }
const EDGE_LABELS = {
  length: 'tag.class.usualLength',
  width: 'tag.class.usualWidth',
  height: 'tag.class.usualHeight',
} as const

function UsualSize({ draft, onChange }: { draft: ClassDraft; onChange(part: Partial<ClassDraft>): void }) {
  const t = useTranslator()
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
          label={t(EDGE_LABELS[edge])}
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

function MotionLimits({ draft, onChange }: { draft: ClassDraft; onChange(part: Partial<ClassDraft>): void }) {
  const t = useTranslator()
  return (
    <Group gap="xs">
      <NumberInput
        label={t('tag.class.maxSpeed')}
        w="14rem"
        min={0}
        value={draft.maxSpeedMps ?? ''}
        onChange={(value) => onChange({ maxSpeedMps: Number(value) || null })}
      />
      <NumberInput
        label={t('tag.class.maxTurn')}
        w="14rem"
        min={0}
        value={draft.maxTurnDps ?? ''}
        onChange={(value) => onChange({ maxTurnDps: Number(value) || null })}
      />
    </Group>
  )
}
