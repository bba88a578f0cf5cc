import { Grid, Title } from '@mantine/core'
import { Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { ImportForm } from './ImportForm.tsx'
import { ImportList } from './ImportList.tsx'
import { useFormats } from './queries.ts'

/** Labels made elsewhere. */
export function ImportTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const formats = useFormats()
  return (
    <Loaded of={formats}>
      {(known) => (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 5 }}>
            <ImportForm projectId={projectId} formats={known.filter(({ reads }) => reads)} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7 }} className="kept-in-view">
            <Title order={2} size="h4" mb="xs">
              {t('import.list')}
            </Title>
            <ImportList projectId={projectId} formats={known} />
          </Grid.Col>
        </Grid>
      )}
    </Loaded>
  )
}
