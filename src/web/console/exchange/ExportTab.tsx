import { Grid, Title } from '@mantine/core'
import { useState } from 'react'
import type { ExportAnswer } from '../../../contract/exports.ts'
import { useMay } from '../../kit/me.tsx'
import { Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { ExportForm } from './ExportForm.tsx'
import { ExportList } from './ExportList.tsx'
import { useFormats } from './queries.ts'

/** Completed work in the formats that training code reads. */
export function ExportTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const formats = useFormats()
  const mayExport = useMay('manageJobs')
  // Another export that the form begins with; a new number makes it begin again.
  const [repeated, setRepeated] = useState<{ of: ExportAnswer | null; number: number }>({ of: null, number: 0 })
  return (
    <Loaded of={formats}>
      {(known) => (
        <Grid gap="lg">
          {mayExport && (
            <Grid.Col span={{ base: 12, md: 5 }}>
              <ExportForm
                key={repeated.number}
                projectId={projectId}
                formats={known.filter(({ writes }) => writes)}
                start={repeated.of}
              />
            </Grid.Col>
          )}
          <Grid.Col span={{ base: 12, md: mayExport ? 7 : 12 }} className="kept-in-view">
            <Title order={2} size="h4" mb="xs">
              {t('export.list')}
            </Title>
            <ExportList
              projectId={projectId}
              formats={known}
              onRepeat={mayExport ? (of) => setRepeated(({ number }) => ({ of, number: number + 1 })) : null}
            />
          </Grid.Col>
        </Grid>
      )}
    </Loaded>
  )
}
