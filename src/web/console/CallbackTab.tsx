import {
  Alert,
  Button,
  Checkbox,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CallbackChange, CallbackEvent, ShownCallback, ShownSecret } from '../../contract/callbacks.ts'
import { request } from '../kit/api.ts'
import { Failed, Loaded } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { keys, useCallbackSettings } from './queries.ts'

const EVENTS: readonly CallbackEvent[] = [
  'COMPLETED',
  'FAILED',
  'PENDING',
  'job.queued',
  'job.in_review',
  'batch.completed',
  'export.completed',
  'import.completed',
]

export function CallbackTab({ projectId }: { projectId: string }) {
  const settings = useCallbackSettings(projectId)
  return (
    <Loaded of={settings}>
      {(shown) => (
        <Group align="start" gap="lg">
          <CallbackForm projectId={projectId} shown={shown} />
          <TestCallback projectId={projectId} isSet={shown.url !== null} />
        </Group>
      )}
    </Loaded>
  )
}

function CallbackForm({ projectId, shown }: { projectId: string; shown: ShownCallback }) {
  const t = useTranslator()
  const [url, setUrl] = useState(shown.url ?? '')
  const [serviceKey, setServiceKey] = useState('')
  const [noServiceKey, setNoServiceKey] = useState(false)
  const [signingSecret, setSigningSecret] = useState('')
  const [events, setEvents] = useState<CallbackEvent[]>(shown.events)
  const [origins, setOrigins] = useState<string[]>(shown.allowed_origins)
  const [enabled, setEnabled] = useState(shown.enabled)
  const save = useAction({
    run: () => {
      const body: CallbackChange = {
        url: url.trim() || null,
        events: events,
        allowed_origins: origins,
        enabled,
        ...(noServiceKey ? { service_key: null } : serviceKey ? { service_key: serviceKey } : {}),
        ...(signingSecret ? { signing_secret: signingSecret } : {}),
      }
      return request('PUT /api/v1/projects/:pid/callback', { params: { pid: projectId }, body })
    },
    onDone: () => {
      setServiceKey('')
      setNoServiceKey(false)
      setSigningSecret('')
    },
    changes: [keys.callback(projectId)],
    done: t('callback.saved'),
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit} style={{ flex: '1 1 28rem', maxWidth: '38rem' }}>
      <Stack>
        {save.error && <Failed error={save.error} />}
        {!shown.enabled && shown.disabled_reason && (
          <Alert color="red" variant="light" title={t('callback.disabledTitle')}>
            {t('callback.disabledHint', { reason: shown.disabled_reason })}
          </Alert>
        )}
        <TextInput
          label={t('callback.url')}
          type="url"
          placeholder={t('console.optionalUrl')}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Switch
          label={t('callback.enabled')}
          checked={enabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
        <Checkbox.Group label={t('callback.events')} value={events} onChange={setEvents}>
          <Group mt={6}>
            {EVENTS.map((event) => (
              <Checkbox key={event} value={event} label={t(`callback.event.${event}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        <SecretField
          label={t('callback.serviceKey')}
          description={t('callback.serviceKeyHint')}
          shown={shown.service_key}
          value={serviceKey}
          onChange={setServiceKey}
        />
        {shown.service_key.set && (
          <Checkbox
            label={t('callback.removeServiceKey')}
            checked={noServiceKey}
            onChange={(event) => setNoServiceKey(event.currentTarget.checked)}
          />
        )}
        <SecretField
          label={t('callback.secret')}
          description={t('callback.secretHint')}
          shown={shown.signing_secret}
          value={signingSecret}
          onChange={setSigningSecret}
        />
        <TagsInput
          label={t('callback.origins')}
          description={t('callback.originsHint')}
          placeholder={origins.length === 0 ? t('console.optionalUrl') : undefined}
          value={origins}
          onChange={setOrigins}
        />
        <Group justify="end">
          <Button type="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

interface SecretFieldProps {
  label: string
  description: string
  shown: ShownSecret
  value: string
  onChange(value: string): void
}

function SecretField({ label, description, shown, value, onChange }: SecretFieldProps) {
  const t = useTranslator()
  return (
    <PasswordInput
      label={label}
      description={description}
      placeholder={shown.set ? t('callback.secretSet', { last4: shown.last4 ?? '…' }) : t('callback.secretNotSet')}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function TestCallback({ projectId, isSet }: { projectId: string; isSet: boolean }) {
  const t = useTranslator()
  const test = useAction({
    run: () => request('POST /api/v1/projects/:pid/callback/test', { params: { pid: projectId } }),
    quiet: true,
  })
  const { data } = test
  const isGood = data?.http_status !== null && data !== undefined && data.http_status >= 200 && data.http_status < 300
  return (
    <Paper withBorder p="md" style={{ flex: '1 1 18rem', maxWidth: '26rem' }}>
      <Stack gap="sm">
        <Text fw={600}>{t('callback.test')}</Text>
        <Text size="sm" c="dimmed">
          {t('callback.testHint')}
        </Text>
        <Group>
          <Button variant="default" disabled={!isSet} loading={test.isPending} onClick={() => test.mutate()}>
            {t('callback.sendSample')}
          </Button>
        </Group>
        {test.error && <Failed error={test.error} />}
        {data && (
          <Alert
            color={isGood ? 'teal' : 'red'}
            variant="light"
            role="status"
            title={data.http_status ?? t('callback.noAnswer')}
          >
            <Text size="sm">
              {t('callback.sampleResult', {
                outcome: data.error ?? (isGood ? t('callback.received') : t('callback.refused')),
                milliseconds: Math.round(data.duration_ms),
              })}
            </Text>
            {data.response && (
              <Text size="xs" ff="monospace" mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {data.response.slice(0, 1000)}
              </Text>
            )}
          </Alert>
        )}
      </Stack>
    </Paper>
  )
}
