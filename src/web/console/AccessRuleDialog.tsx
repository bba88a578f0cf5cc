import { ActionIcon, Button, Checkbox, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { ShownAccessRule } from '../../client/types/admin.ts'
import { DialogForm } from '../kit/DialogForm.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'

interface Props {
  /** null: a new rule. */
  shown: ShownAccessRule | null
  /** Matches of the other rules. */
  taken: readonly string[]
  error: Error | null
  isSaving: boolean
  onSave(rule: ShownAccessRule): void
  onClose(): void
}

interface Header {
  name: string
  /** Empty: as it is, where there is one already. */
  value: string
  isKept: boolean
}

const KEPT = { set: true } as const

/** One rule: headers for addresses, a key for a bucket. */
export function AccessRuleDialog({ shown, taken, error, isSaving, onSave, onClose }: Props) {
  const t = useTranslator()
  const [match, setMatch] = useState(shown?.match ?? '')
  const [headers, setHeaders] = useState<Header[]>(() => headersOf(shown))
  const [bucket, setBucket] = useState({
    endpoint: String(shown?.endpoint ?? ''),
    region: String(shown?.region ?? ''),
    access_key_id: String(shown?.access_key_id ?? ''),
    secret_access_key: '',
    write: shown?.write === true,
  })
  // Secrets are kept by the rule of the same match.
  const isSame = shown !== null && match === shown.match
  const isBucket = match.startsWith('s3:')
  const isTaken = taken.includes(match)
  const named = headers.filter(({ name }) => name.trim() !== '')
  const isWhole = isBucket
    ? bucket.region !== '' && bucket.access_key_id !== '' && (bucket.secret_access_key !== '' || isSame)
    : named.length > 0 && named.every(({ value, isKept }) => value !== '' || (isKept && isSame))
  const submit = () => {
    if (isBucket) {
      const { endpoint, secret_access_key: secret, ...rest } = bucket
      onSave({ match, ...rest, ...(endpoint && { endpoint }), secret_access_key: secret || KEPT })
    } else {
      onSave({ match, headers: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value || KEPT])) })
    }
  }
  return (
    <DialogForm
      title={shown ? t('access.editRule') : t('access.newRule')}
      size="lg"
      action={t('common.save')}
      isReady={match !== '' && !isTaken && isWhole}
      isPending={isSaving}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('access.prefix')}
        description={t('access.prefixHint')}
        required
        data-autofocus
        value={match}
        error={isTaken && t('access.exists')}
        onChange={(event) => setMatch(event.currentTarget.value.trim())}
      />
      {isBucket ? (
        <BucketFields value={bucket} isKept={isSame} onChange={setBucket} />
      ) : (
        <HeaderFields value={headers} isSame={isSame} onChange={setHeaders} />
      )}
    </DialogForm>
  )
}

function headersOf(rule: ShownAccessRule | null): Header[] {
  const names = Object.keys(rule?.headers ?? {})
  return names.length > 0
    ? names.map((name) => ({ name, value: '', isKept: true }))
    : [{ name: 'Authorization', value: '', isKept: false }]
}

interface HeaderFieldsProps {
  value: readonly Header[]
  isSame: boolean
  onChange(value: Header[]): void
}

function HeaderFields({ value, isSame, onChange }: HeaderFieldsProps) {
  const t = useTranslator()
  const change = (index: number, part: Partial<Header>) =>
    onChange(value.map((header, i) => (i === index ? { ...header, ...part } : header)))
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t('access.headers')}
      </Text>
      {value.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that stays while they are typed
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t('access.headerName')}
            placeholder={t('common.name')}
            value={header.name}
            onChange={(event) => change(index, { name: event.currentTarget.value, isKept: false })}
          />
          <PasswordInput
            aria-label={t('access.headerValue', { header: header.name || t('access.thisHeader') })}
            placeholder={header.isKept && isSame ? t('access.unchanged') : t('access.value')}
            autoComplete="off"
            style={{ flex: 1 }}
            value={header.value}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('common.removeNamed', { name: header.name || t('access.thisHeader') })}
            onClick={() => onChange(value.filter((_, i) => i !== index))}
          >
            <X size="1rem" />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onChange([...value, { name: '', value: '', isKept: false }])}
        >
          {t('access.addHeader')}
        </Button>
      </Group>
    </Stack>
  )
}

interface Bucket {
  endpoint: string
  region: string
  access_key_id: string
  secret_access_key: string
  /** Exports may be written there. */
  write: boolean
}

interface BucketFieldsProps {
  value: Bucket
  isKept: boolean
  onChange(value: Bucket): void
}

function BucketFields({ value, isKept, onChange }: BucketFieldsProps) {
  const t = useTranslator()
  const field = (name: Exclude<keyof Bucket, 'write'>) => ({
    value: value[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ ...value, [name]: event.currentTarget.value }),
  })
  return (
    <>
      <TextInput
        label={t('access.endpoint')}
        description={t('access.endpointHint')}
        placeholder={t('console.optionalUrl')}
        {...field('endpoint')}
      />
      <TextInput label={t('access.region')} required {...field('region')} />
      <TextInput label={t('access.keyId')} required autoComplete="off" {...field('access_key_id')} />
      <PasswordInput
        label={t('access.secret')}
        required={!isKept}
        placeholder={isKept ? t('access.unchanged') : undefined}
        autoComplete="new-password"
        {...field('secret_access_key')}
      />
      <Checkbox
        label={t('access.write')}
        description={t('access.writeHint')}
        checked={value.write}
        onChange={(event) => onChange({ ...value, write: event.currentTarget.checked })}
      />
    </>
  )
}
