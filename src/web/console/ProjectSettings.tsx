import { Button, Group, Paper, Select, Stack, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { NewProject } from '../../client/types/admin.ts'
import type { ProjectRow } from '../../formats/workbench/console.ts'
import { operator } from '../kit/api.ts'
import { Secret } from '../kit/Secret.tsx'
import { Failed } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { BASE_WORDS } from '../kit/words.ts'
import { keys } from './queries.ts'

const CLOUD_FRAMES = [
  { value: 'auto', label: 'Found out for each job' },
  { value: 'sensor', label: 'In the frame of the sensor' },
  { value: 'common', label: 'In the common frame already' },
]

export function ProjectSettings({ project }: { project: ProjectRow }) {
  const [name, setName] = useState(project.name)
  const [base, setBase] = useState(project.base)
  const [review, setReview] = useState(project.review)
  const [selfReview, setSelfReview] = useState(project.selfReview)
  const [cloudFrame, setCloudFrame] = useState(project.pointCloudFrame)
  const save = useAction({
    run: () =>
      operator.patch(`/projects/${project.projectId}`, {
        name: name.trim(),
        base,
        review,
        self_review: selfReview,
        point_cloud_frame: cloudFrame,
      } as Partial<NewProject>),
    changes: [keys.projects],
    done: 'The project was changed.',
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
          label="Name"
          required
          maxLength={256}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Mostly for"
          data={Object.entries(BASE_WORDS).map(([value, label]) => ({ value, label }))}
          value={base}
          onChange={(value) => value && setBase(value)}
          allowDeselect={false}
        />
        <Switch
          label="Jobs are reviewed"
          description="A tag may say otherwise for itself"
          checked={review}
          onChange={(event) => setReview(event.currentTarget.checked)}
        />
        <Switch
          label="People may review their own work"
          checked={selfReview}
          onChange={(event) => setSelfReview(event.currentTarget.checked)}
        />
        <Select
          label="Point clouds are given"
          data={CLOUD_FRAMES}
          value={cloudFrame}
          onChange={(value) => value && setCloudFrame(value)}
          allowDeselect={false}
        />
        <Secret label="Project id" value={project.projectId} />
        <Group justify="end">
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
