import { Button, Group, MultiSelect, NumberInput, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { IconButton } from '../../kit/IconButton.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { newRelation, type RelationDraft } from './relationDraft.ts'
import type { ClassDraft } from './tagDraft.ts'

interface Props {
  relations: readonly RelationDraft[]
  classes: readonly ClassDraft[]
  onChange(relations: RelationDraft[]): void
}

/** The relations between objects of the tag's classes. */
export function RelationsEditor({ relations, classes, onChange }: Props) {
  const t = useTranslator()
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4">
        {t('tag.relations')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('tag.relationsHint')}
      </Text>
      <Stack gap="xs">
        {relations.map((relation, index) => (
          <RelationRow
            key={relation.key}
            relation={relation}
            index={index}
            classes={classes}
            onChange={(next) => onChange(next ? relations.with(index, next) : relations.toSpliced(index, 1))}
          />
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<Plus size="0.875rem" />}
            onClick={() => onChange([...relations, newRelation()])}
          >
            {t('tag.relations.add')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

interface RowProps {
  relation: RelationDraft
  index: number
  classes: readonly ClassDraft[]
  onChange(relation: RelationDraft | null): void
}

function RelationRow({ relation, index, classes, onChange }: RowProps) {
  const t = useTranslator()
  const change = (part: Partial<RelationDraft>) => onChange({ ...relation, ...part })
  const title = relation.name || t('tag.relations.untitled', { number: index + 1 })
  const data = classes.flatMap(({ key, name }) => (name.trim() === '' ? [] : [{ value: String(key), label: name }]))
  const side = (of: 'from' | 'to') => (
    <MultiSelect
      label={t(`tag.relations.${of}`)}
      style={{ flex: 1, minWidth: '12rem' }}
      data={data}
      value={relation[of].map(String)}
      onChange={(keys) => change({ [of]: keys.map(Number) })}
    />
  )
  return (
    <Group gap="xs" align="end" role="group" aria-label={title}>
      <TextInput
        label={t('common.name')}
        w="11rem"
        value={relation.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {side('from')}
      {side('to')}
      <NumberInput
        label={t('tag.relations.max')}
        placeholder={t('tag.relations.anyNumber')}
        w="8rem"
        min={1}
        allowDecimal={false}
        value={relation.max ?? ''}
        onChange={(value) => change({ max: Number(value) || null })}
      />
      <Group mb={4}>
        <IconButton label={t('common.removeNamed', { name: title })} icon={Trash2} onClick={() => onChange(null)} />
      </Group>
    </Group>
  )
}
