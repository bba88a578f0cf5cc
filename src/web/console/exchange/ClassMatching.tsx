import { Alert, Select, Stack, Table } from '@mantine/core'
import type { ImportedClass } from '../../../contract/imports.ts'
import { TableHead } from '../../kit/TableHead.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'

/** Name of the data set → class of the tag; null leaves it out. */
export type ClassChoice = Readonly<Record<string, string | null>>

const LEFT_OUT = ''

/** The import options for a choice. */
export function optionsOf(choice: ClassChoice): { map?: Record<string, string>; drop_unknown?: true } {
  const named = Object.entries(choice).flatMap(([name, wanted]): [string, string][] => (wanted ? [[name, wanted]] : []))
  const dropsSome = Object.values(choice).includes(null)
  return { ...(named.length > 0 && { map: Object.fromEntries(named) }), ...(dropsSome && { drop_unknown: true }) }
}

interface Props {
  rows: readonly ImportedClass[]
  /** The classes of the tag. */
  classes: readonly string[]
  value: ClassChoice
  onChange(value: ClassChoice): void
}

/** Maps each class of a data set to one of the tag. */
export function ClassMatching({ rows, classes, value, onChange }: Props) {
  const t = useTranslator()
  const data = [
    { value: LEFT_OUT, label: t('import.class.leaveOut') },
    ...classes.map((name) => ({ value: name, label: name })),
  ]
  return (
    <Stack gap="xs">
      <Alert color="yellow" variant="light">
        {t('import.unknownClasses')}
      </Alert>
      <Table aria-label={t('import.classes')} verticalSpacing={4}>
        <TableHead columns={[t('import.class.name'), { number: t('import.class.parts') }, t('import.class.becomes')]} />
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.name}>
              <Table.Td>{row.name}</Table.Td>
              <Table.Td ta="right" className="numbers">
                {t.number(row.parts)}
              </Table.Td>
              <Table.Td>
                {row.class ?? (
                  <Select
                    aria-label={t('import.classOf', { name: row.name })}
                    placeholder={t('import.class.choose')}
                    size="xs"
                    data={data}
                    value={value[row.name] === null ? LEFT_OUT : (value[row.name] ?? null)}
                    onChange={(name) => onChange({ ...value, [row.name]: name || null })}
                    allowDeselect={false}
                  />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
