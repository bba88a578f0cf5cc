import {
  Alert,
  Button,
  Group,
  List,
  MultiSelect,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { ANNOTATION_TYPES, type AnnotationType } from '../../../model/annotationType.ts'
import { rulesOf } from '../../../model/annotationTypes/rulesOf.ts'
import { RATED_CODES } from '../../../model/checks/finding.ts'
import { CHECK_SETTINGS, type CheckSetting, HOLD_RULES } from '../../../model/checks/settings.ts'
import { request } from '../../kit/api.ts'
import { Failed } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import type { Message } from '../../messages/messageValues.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { keys } from '../queries.ts'
import { AttributesEditor } from './AttributesEditor.tsx'
import { CheckRules } from './CheckRules.tsx'
import { ClassEditor } from './ClassEditor.tsx'
import { InstructionsEditor } from './InstructionsEditor.tsx'
import { RelationsEditor } from './RelationsEditor.tsx'
import { ReviewChoice, ReviewShareFields } from './ReviewRule.tsx'
import { bodyOf, type ClassDraft, faultsOf, mayRelate, newClass, type TagDraft } from './tagDraft.ts'

interface Props {
  projectId: string
  start: TagDraft
  isNew: boolean
}

export function TagEditor({ projectId, start, isNew }: Props) {
  const t = useTranslator()
  const [draft, setDraft] = useState(start)
  const [faults, setFaults] = useState<Message[]>([])
  const [, go] = useLocation()
  const change = (part: TagChange) =>
    setDraft((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }))
  const save = useAction({
    run: () => {
      const name = encodeURIComponent(draft.name.trim())
      return request('PUT /api/v1/projects/:pid/tags/:tag', {
        params: { pid: projectId, tag: name },
        body: bodyOf(draft),
      })
    },
    changes: [keys.tags(projectId)],
    onDone: () => go(`/projects/${projectId}/tags`),
    done: t('tag.saved'),
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOf(draft)
    setFaults(found)
    if (found.length === 0) save.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TagHead projectId={projectId} draft={draft} isNew={isNew} onChange={change} />
        <ClassSection draft={draft} onChange={(classes) => change({ classes })} />
        <Paper withBorder p="md">
          <Title order={2} size="h4" mb={4}>
            {t('tag.jobAttributes')}
          </Title>
          <AttributesEditor
            attributes={draft.attributes}
            scopes={rulesOf(draft.operation).hasFrames ? ['job', 'frame'] : ['job']}
            onChange={(attributes) => change({ attributes })}
          />
        </Paper>
        {mayRelate(draft) && (
          <RelationsEditor
            relations={draft.relations}
            classes={draft.classes}
            onChange={(relations) => change({ relations })}
          />
        )}
        {faults.length > 0 && (
          <Alert color="red" variant="light" title={t('tag.fixFirst')}>
            <List size="sm">
              {faults.map(t.of).map((fault) => (
                <List.Item key={fault}>{fault}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        {save.error && <Failed error={save.error} />}
        <Group justify="end">
          <Button variant="default" onClick={() => go(`/projects/${projectId}/tags`)}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('tag.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A function where what it changes may have changed meanwhile. */
type TagChange = Partial<TagDraft> | ((before: TagDraft) => Partial<TagDraft>)

interface HeadProps {
  projectId: string
  draft: TagDraft
  isNew: boolean
  onChange(part: TagChange): void
}

function TagHead({ projectId, draft, isNew, onChange }: HeadProps) {
  const t = useTranslator()
  const setOperation = (operation: AnnotationType) =>
    onChange({
      operation,
      // A geometry that the new kind of work does not know would be refused.
      classes: draft.classes.map((made) => ({
        ...made,
        geometries: made.geometries.filter((geometry) => rulesOf(operation).geometries.includes(geometry)),
        defaultSize: operation.startsWith('cuboid') ? made.defaultSize : null,
      })),
    })
  return (
    <Paper withBorder p="md">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={t('common.name')}
            description={t('tag.nameHint')}
            required
            autoFocus={isNew}
            readOnly={!isNew}
            maxLength={256}
            value={draft.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          <Select
            label={t('tag.type')}
            description={t('tag.typeHint')}
            data={ANNOTATION_TYPES.map((value) => ({ value, label: t(`annotationType.${value}`) }))}
            value={draft.operation}
            onChange={(value) => value && setOperation(value)}
            allowDeselect={false}
          />
          <ReviewChoice review={draft.review} onChange={(review) => onChange({ review })} />
        </SimpleGrid>
        <ReviewShareFields review={draft.review} onChange={(review) => onChange({ review })} />
        <CheckRules checks={draft.checks} onChange={(checks) => onChange({ checks })} />
        <FindingRules rules={draft.findings} onChange={(findings) => onChange({ findings })} />
        <InstructionsEditor
          projectId={projectId}
          tag={isNew ? null : draft.name}
          value={draft.instructions}
          onChange={(edit) => onChange((before) => ({ instructions: edit(before.instructions) }))}
        />
      </Stack>
    </Paper>
  )
}

function ClassSection({ draft, onChange }: { draft: TagDraft; onChange(classes: ClassDraft[]): void }) {
  const t = useTranslator()
  const { classes, operation } = draft
  const replace = (index: number, made: ClassDraft | null) =>
    onChange(made ? classes.with(index, made) : classes.toSpliced(index, 1))
  const move = (index: number, by: number) => {
    const rest = classes.toSpliced(index, 1)
    onChange(rest.toSpliced(index + by, 0, classes[index]))
  }
  const used = classes.map(({ color }) => color)
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={2} size="h4">
            {t('tag.classes')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('tag.classesHint')}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<Plus size="1rem" />}
          onClick={() => onChange([...classes, newClass(used)])}
        >
          {t('tag.addClass')}
        </Button>
      </Group>
      <Stack gap="sm">
        {classes.map((made, index) => (
          <ClassEditor
            key={made.key}
            draft={made}
            operation={operation}
            index={index}
            count={classes.length}
            onChange={(next) => replace(index, next)}
            onMove={(by) => move(index, by)}
          />
        ))}
      </Stack>
    </Paper>
  )
}

type Rules = TagDraft['findings']

/** How severe findings are, what becomes of held frames, and whether results of programs must pass. */
function FindingRules({ rules, onChange }: { rules: Rules; onChange(rules: Rules): void }) {
  const t = useTranslator()
  const [checks, strict, hold] = [rules.checks ?? {}, rules.strict ?? false, rules.hold ?? 'ask']
  const codesOf = (setting: CheckSetting) => RATED_CODES.filter((code) => checks[code] === setting)
  const setCodes = (setting: CheckSetting, chosen: readonly string[]) => {
    const next: NonNullable<Rules['checks']> = {}
    for (const code of RATED_CODES) {
      const was = checks[code]
      if (chosen.includes(code)) next[code] = setting
      else if (was !== undefined && was !== setting) next[code] = was
    }
    onChange({ ...rules, checks: next })
  }
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {CHECK_SETTINGS.map((setting) => (
          <MultiSelect
            key={setting}
            label={t(`tagFindings.${setting}`)}
            description={t(`tagFindings.${setting}Hint`)}
            data={RATED_CODES.map((code) => ({ value: code, label: t(`checkCode.${code}`) }))}
            value={codesOf(setting)}
            onChange={(chosen) => setCodes(setting, chosen)}
            searchable
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Select
          label={t('tagFindings.hold')}
          description={t('tagFindings.holdHint')}
          data={HOLD_RULES.map((value) => ({ value, label: t(`tagFindings.hold.${value}`) }))}
          value={hold}
          onChange={(value) => {
            const rule = HOLD_RULES.find((one) => one === value)
            if (rule) onChange({ ...rules, hold: rule })
          }}
          allowDeselect={false}
        />
      </SimpleGrid>
      <Switch
        label={t('tagFindings.strict')}
        description={t('tagFindings.strictHint')}
        checked={strict}
        onChange={(event) => onChange({ ...rules, strict: event.currentTarget.checked })}
      />
    </Stack>
  )
}
