import { Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AccessRuleBody, ShownAccessRule } from '../../contract/access.ts'
import { DialogForm } from '../kit/DialogForm.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { areWhole, HeaderFields, headersOf, KEPT, sentHeaders } from './HeaderFields.tsx'

interface Props {
  /** null: a new rule. */
  shown: ShownAccessRule | null
  /** Matches of the other rules. */
  taken: readonly string[]
  error: Error | null
  isSaving: boolean
  onSave(rule: AccessRuleBody): void
  onClose(): void
}

/** One rule: headers for addresses, a key for a bucket. */
export function AccessRuleDialog({ shown, taken, error, isSaving, onSave, onClose }: Props) {
  const t = useTranslator()
  const [match, setMatch] = useState(shown?.match ?? '')
  const [headers, setHeaders] = useState(() => headersOf(shown?.headers))
  const [bucket, setBucket] = useState({
    endpoint: String(shown?.endpoint ?? ''),
    region: String(shown?.region ?? ''),
    access_key_id: String(shown?.access_key_id ?? ''),
    secret_access_key: '',
    write: shown?.write === true,
  })
  // A rule with the same match keeps its stored secrets.
  const isSame = shown !== null && match === shown.match
  const isBucket = match.startsWith('s3:')
  const isTaken = taken.includes(match)
  const isWhole = isBucket
    ? bucket.region !== '' && bucket.access_key_id !== '' && (bucket.secret_access_key !== '' || isSame)
    : areWhole(headers, isSame) && headers.some(({ name }) => name.trim() !== '')
  const submit = () => {
    if (isBucket) {
      const { endpoint, secret_access_key: secret, ...rest } = bucket
      onSave({ match, ...rest, ...(endpoint && { endpoint }), secret_access_key: secret || KEPT })
    } else {
      onSave({ match, headers: sentHeaders(headers) })
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
