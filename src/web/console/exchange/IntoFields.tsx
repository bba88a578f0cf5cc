import { Checkbox, Select, TextInput } from '@mantine/core'
import type { ImportAnswer } from '../../../contract/imports.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'

/** The target of the labels. */
export interface IntoChoice {
  into: ImportAnswer['into']
  /** The base address of the files of new jobs. */
  dataBase: string
  replaces: boolean
}

interface Props {
  value: IntoChoice
  onChange(value: IntoChoice): void
}

export function IntoFields({ value, onChange }: Props) {
  const t = useTranslator()
  const change = (part: Partial<IntoChoice>) => onChange({ ...value, ...part })
  return (
    <>
      <Select
        label={t('import.into')}
        data={(['predictions', 'jobs'] as const).map((into) => ({ value: into, label: t(`import.into.${into}`) }))}
        value={value.into}
        onChange={(into) => change({ into: into === 'jobs' ? 'jobs' : 'predictions' })}
        allowDeselect={false}
      />
      {value.into === 'jobs' && (
        <TextInput
          label={t('import.dataBase')}
          description={t('import.dataBaseHint')}
          value={value.dataBase}
          onChange={(event) => change({ dataBase: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label={t('import.replace')}
        checked={value.replaces}
        onChange={(event) => change({ replaces: event.currentTarget.checked })}
      />
    </>
  )
}
