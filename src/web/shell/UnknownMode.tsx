import { Anchor, Center, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { JobRecord } from '../../client/types/answers.ts'
import { fileUrl, type JobPayload } from '../../formats/workbench/job.ts'
import { operator } from '../app/api.ts'
import { bytes } from '../app/time.ts'
import { OPERATION_WORDS } from '../app/words.ts'
import type { ModeProps } from '../modes/modes.ts'
import { useShell } from './shellContext.ts'

/** For kinds of work without an editor: how it is done instead, and what there is to look at. */
export function UnknownMode({ session }: ModeProps) {
  const { me } = useShell()
  const { job } = session.job
  const record = useQuery({
    queryKey: ['record', job.jobId],
    queryFn: ({ signal }) => operator.get<JobRecord>(`/projects/${job.projectId}/jobs/${job.jobId}`, signal),
    enabled: me !== null,
    retry: false,
  })
  const files = filesOf(session.job)
  return (
    <Center h="100%" p="lg" style={{ overflowY: 'auto' }}>
      <Stack maw="40rem" w="100%" my="auto">
        <Title order={2} size="h3">
          {OPERATION_WORDS[job.operation]} is annotated by API for now
        </Title>
        <Text size="sm">
          There is no editor for this kind of work yet. Results are handed in with{' '}
          <code>
            POST /v1/projects/{'{project}'}/jobs/{'{job}'}/result
          </code>
          ; <Anchor href="/docs">the API</Anchor> tells how. What is there of this job:
        </Text>
        <Paper withBorder>
          <Table>
            <Table.Tbody>
              <Table.Tr>
                <Table.Td>Frames</Table.Td>
                <Table.Td className="numbers">{session.job.content.frames.length}</Table.Td>
              </Table.Tr>
              <Table.Tr>
                <Table.Td>Objects</Table.Td>
                <Table.Td className="numbers">{session.document.tracks.size}</Table.Td>
              </Table.Tr>
              <Table.Tr>
                <Table.Td>Result</Table.Td>
                <Table.Td>
                  {record.data?.result ? (
                    <Anchor href={record.data.result} target="_blank" rel="noreferrer">
                      version {record.data.result_version}
                    </Anchor>
                  ) : (
                    'none yet'
                  )}
                </Table.Td>
              </Table.Tr>
            </Table.Tbody>
          </Table>
        </Paper>
        {files.length > 0 && (
          <Paper withBorder mah="40vh" style={{ overflowY: 'auto' }}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Frame</Table.Th>
                  <Table.Th>File</Table.Th>
                  <Table.Th ta="right">Size</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {files.slice(0, 200).map(({ frameId, label, url, size }) => (
                  <Table.Tr key={`${frameId} ${label}`}>
                    <Table.Td>{frameId}</Table.Td>
                    <Table.Td>
                      {url ? (
                        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
                          {label}
                        </Anchor>
                      ) : (
                        label
                      )}
                    </Table.Td>
                    <Table.Td ta="right" className="numbers">
                      {bytes(size)}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Paper>
        )}
      </Stack>
    </Center>
  )
}

interface Row {
  frameId: string
  label: string
  /** Point clouds are in the editor's own format: told, not offered. */
  url: string | null
  size: number
}

function filesOf(payload: JobPayload): Row[] {
  const { content } = payload
  const url = (file: string | null) => (file === null ? null : fileUrl(payload, file))
  if (!('sensors' in content)) {
    return content.frames.map(({ frameId, image }) => ({
      frameId,
      label: 'image',
      url: url(image.file),
      size: image.bytes,
    }))
  }
  const rows: Row[] = []
  for (const { frameId, sensors } of content.frames) {
    for (const { sensorId, image, cloud } of sensors) {
      if (image) rows.push({ frameId, label: sensorId, url: url(image.file), size: image.bytes })
      if (!cloud) continue
      const label = `${sensorId}, ${cloud.pointCount.toLocaleString('en')} points`
      rows.push({ frameId, label, url: null, size: cloud.bytes })
    }
  }
  return rows
}
