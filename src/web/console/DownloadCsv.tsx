import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { saveFile } from './csv.ts'

interface Props<Row> {
  fileName: string
  /** One page; null: the first. `next` is null after the last. */
  load(pageToken: string | null): Promise<{ rows: readonly Row[]; next: string | null }>
  toCsv(rows: readonly Row[]): string
}

/** Saves all pages of a list as one CSV file. */
export function DownloadCsv<Row>({ fileName, load, toCsv }: Props<Row>) {
  const t = useTranslator()
  const save = useAction({
    run: async () => {
      const all: Row[] = []
      let token: string | null = null
      do {
        const { rows, next }: Awaited<ReturnType<typeof load>> = await load(token)
        all.push(...rows)
        token = next
      } while (token)
      saveFile(fileName, toCsv(all))
      return all.length
    },
    done: (count) => t('usage.written', { count }),
  })
  return (
    <Button
      variant="default"
      leftSection={<Download size="1rem" />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('usage.download')}
    </Button>
  )
}
