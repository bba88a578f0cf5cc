import { Button, Group, NumberInput, Paper, Select, Stack, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ProjectRowAnswer } from '../../contract/console.ts'
import { request } from '../kit/api.ts'
import { Secret } from '../kit/Secret.tsx'
import { Failed } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { dataTypes } from './dataTypes.ts'
import { keys } from './queries.ts'

const CLOUD_FRAMES = ['auto', 'sensor', 'common'] as const

export function ProjectSettings({ project }: { project: ProjectRowAnswer }) {
  const t = useTranslator()
  const [name, setName] = useState(project.name)
  const [base, setBase] = useState(project.base)
  const [review, setReview] = useState(project.review)
  const [selfReview, setSelfReview] = useState(project.selfReview)
  const [cloudFrame, setCloudFrame] = useState(project.pointCloudFrame)
  const [undoSeconds, setUndoSeconds] = useState<number>(project.undoSeconds)
  const save = useAction({
    run: () =>
      request('PATCH /api/v1/projects/:pid', {
        params: { pid: project.projectId },
        body: {
          name: name.trim(),
          base,
          review,
          self_review: selfReview,
          point_cloud_frame: cloudFrame,
          undo_seconds: undoSeconds,
        },
      }),
    changes: [keys.projects],
    done: t('project.saved'),
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Paper withBorder p="md" maw="36rem" component="form" onSubmit={submit}>
      <Stack>
        {save.error && <Failed error={save.error} />}
        <TextInput
          label={t('common.name')}
          required
          maxLength={256}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={t('project.dataType')}
          data={dataTypes(t)}
          value={base}
          onChange={(value) => value && setBase(value)}
          allowDeselect={false}
        />
        <Switch
          label={t('project.review')}
          description={t('project.reviewHint')}
          checked={review}
          onChange={(event) => setReview(event.currentTarget.checked)}
        />
        <Switch
          label={t('project.selfReview')}
          checked={selfReview}
          onChange={(event) => setSelfReview(event.currentTarget.checked)}
        />
        <Select
          label={t('project.pointCloudFrame')}
          data={CLOUD_FRAMES.map((value) => ({ value, label: t(`project.frame.${value}`) }))}
          value={cloudFrame}
          onChange={(value) => value && setCloudFrame(value)}
          allowDeselect={false}
        />
        <NumberInput
          label={t('project.undoSeconds')}
          suffix={` ${t('project.seconds')}`}
          min={0}
          max={30}
          allowDecimal={false}
          clampBehavior="strict"
          value={undoSeconds}
          onChange={(value) => setUndoSeconds(Number(value))}
        />
        <Secret label={t('project.id')} value={project.projectId} />
        <Group justify="end">
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
