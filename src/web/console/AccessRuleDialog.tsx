import { ActionIcon, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ShownAccessRule } from '../../client/types/admin.ts'
import { Failed } from '../kit/States.tsx'

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
  const [match, setMatch] = useState(shown?.match ?? '')
  const [headers, setHeaders] = useState<Header[]>(() => headersOf(shown))
  const [bucket, setBucket] = useState({
    endpoint: String(shown?.endpoint ?? ''),
    region: String(shown?.region ?? ''),
    access_key_id: String(shown?.access_key_id ?? ''),
    secret_access_key: '',
  })
  // Secrets are kept by the rule of the same match.
  const isSame = shown !== null && match === shown.match
  const isBucket = match.startsWith('s3:')
  const isTaken = taken.includes(match)
  const named = headers.filter(({ name }) => name.trim() !== '')
  const isWhole = isBucket
    ? bucket.region !== '' && bucket.access_key_id !== '' && (bucket.secret_access_key !== '' || isSame)
    : named.length > 0 && named.every(({ value, isKept }) => value !== '' || (isKept && isSame))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBucket) {
      const { endpoint, secret_access_key: secret, ...rest } = bucket
      onSave({ match, ...rest, ...(endpoint && { endpoint }), secret_access_key: secret || KEPT })
    } else {
      onSave({ match, headers: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value || KEPT])) })
    }
  }
  return (
    <Modal opened onClose={onClose} title={shown ? 'Change a rule' : 'New rule'} size="lg">
      <form onSubmit={submit}>
        <Stack>
          {error && <Failed error={error} />}
          <TextInput
            label="Files under"
            description="https://data.example/path/ or s3://bucket/prefix/"
            required
            data-autofocus
            value={match}
            error={isTaken && 'There is a rule for this already.'}
            onChange={(event) => setMatch(event.currentTarget.value.trim())}
          />
          {isBucket ? (
            <BucketFields value={bucket} isKept={isSame} onChange={setBucket} />
          ) : (
            <HeaderFields value={headers} isSame={isSame} onChange={setHeaders} />
          )}
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving} disabled={match === '' || isTaken || !isWhole}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function headersOf(rule: ShownAccessRule | null): Header[] {
  const names = Object.keys((rule?.headers as object | undefined) ?? {})
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
  const change = (index: number, part: Partial<Header>) =>
    onChange(value.map((header, i) => (i === index ? { ...header, ...part } : header)))
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Headers that are sent along
      </Text>
      {value.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that stays while they are typed
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            aria-label="Name of the header"
            placeholder="Name"
            value={header.name}
            onChange={(event) => change(index, { name: event.currentTarget.value, isKept: false })}
          />
          <PasswordInput
            aria-label={`Value of ${header.name || 'the header'}`}
            placeholder={header.isKept && isSame ? 'as it is' : 'Value'}
            autoComplete="off"
            style={{ flex: 1 }}
            value={header.value}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={`Remove ${header.name || 'the header'}`}
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
          Another header
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
}

interface BucketFieldsProps {
  value: Bucket
  isKept: boolean
  onChange(value: Bucket): void
}

function BucketFields({ value, isKept, onChange }: BucketFieldsProps) {
  const field = (name: keyof Bucket) => ({
    value: value[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ ...value, [name]: event.currentTarget.value }),
  })
  return (
    <>
      <TextInput label="Endpoint" description="Empty: Amazon's own" placeholder="https://" {...field('endpoint')} />
      <TextInput label="Region" required {...field('region')} />
      <TextInput label="Access key id" required autoComplete="off" {...field('access_key_id')} />
      <PasswordInput
        label="Secret access key"
        required={!isKept}
        placeholder={isKept ? 'as it is' : undefined}
        autoComplete="new-password"
        {...field('secret_access_key')}
      />
    </>
  )
}
