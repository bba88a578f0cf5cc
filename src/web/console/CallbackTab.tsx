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
import type {
  CallbackChange,
  CallbackEvent,
  CallbackSettings,
  CallbackTest,
  ShownSecret,
} from '../../client/types/admin.ts'
import { operator } from '../kit/api.ts'
import { Failed, Loaded } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { keys, useCallbackSettings } from './queries.ts'

const EVENTS: readonly CallbackEvent[] = ['COMPLETED', 'FAILED', 'PENDING']

export function CallbackTab({ projectId }: { projectId: string }) {
  const settings = useCallbackSettings(projectId)
  return (
    <Loaded of={settings} what="the callback">
      {(shown) => (
        <Group align="start" gap="lg">
          <CallbackForm projectId={projectId} shown={shown} />
          <TestCallback projectId={projectId} isSet={shown.url !== null} />
        </Group>
      )}
    </Loaded>
  )
}

function CallbackForm({ projectId, shown }: { projectId: string; shown: CallbackSettings }) {
  const [url, setUrl] = useState(shown.url ?? '')
  const [serviceKey, setServiceKey] = useState('')
  const [noServiceKey, setNoServiceKey] = useState(false)
  const [signingSecret, setSigningSecret] = useState('')
  const [events, setEvents] = useState<string[]>(shown.events)
  const [origins, setOrigins] = useState<string[]>(shown.allowed_origins)
  const [enabled, setEnabled] = useState(shown.enabled)
  const save = useAction({
    run: () => {
      const body: CallbackChange = {
        url: url.trim() || null,
        events: events as CallbackEvent[],
        allowed_origins: origins,
        enabled,
        ...(noServiceKey ? { service_key: null } : serviceKey ? { service_key: serviceKey } : {}),
        ...(signingSecret ? { signing_secret: signingSecret } : {}),
      }
      return operator.put<CallbackSettings>(`/projects/${projectId}/callback`, body)
    },
    onDone: () => {
      setServiceKey('')
      setNoServiceKey(false)
      setSigningSecret('')
    },
    changes: [keys.callback(projectId)],
    done: 'The callback was changed.',
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
          <Alert color="red" variant="light" title="Switched off by the service">
            {shown.disabled_reason} Messages that wait are sent again by hand after it is switched on.
          </Alert>
        )}
        <TextInput
          label="Address"
          type="url"
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Switch
          label="Send callbacks"
          checked={enabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
        <Checkbox.Group label="Send when a job is" value={events} onChange={setEvents}>
          <Group mt={6}>
            {EVENTS.map((event) => (
              <Checkbox key={event} value={event} label={event.toLowerCase()} />
            ))}
          </Group>
        </Checkbox.Group>
        <SecretField
          label="Service key"
          description="Sent along as x-service-key; type it again when callbacks go to another origin"
          shown={shown.service_key}
          value={serviceKey}
          onChange={setServiceKey}
        />
        {shown.service_key.set && (
          <Checkbox
            label="Remove the service key"
            checked={noServiceKey}
            onChange={(event) => setNoServiceKey(event.currentTarget.checked)}
          />
        )}
        <SecretField
          label="Signing secret"
          description="whsec_ and base64 of 24 to 64 bytes"
          shown={shown.signing_secret}
          value={signingSecret}
          onChange={setSigningSecret}
        />
        <TagsInput
          label="Other allowed origins"
          description="A job may name a callback address there; press Enter after each"
          placeholder={origins.length === 0 ? 'https://' : undefined}
          value={origins}
          onChange={setOrigins}
        />
        <Group justify="end">
          <Button type="submit" loading={save.isPending}>
            Save
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
  return (
    <PasswordInput
      label={label}
      description={description}
      placeholder={shown.set ? `set, ends in ${shown.last4 ?? '…'}; type to replace it` : 'not set'}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function TestCallback({ projectId, isSet }: { projectId: string; isSet: boolean }) {
  const test = useAction({
    run: () => operator.post<CallbackTest>(`/projects/${projectId}/callback/test`),
    quiet: true,
  })
  const { data } = test
  const isGood = data?.http_status !== null && data !== undefined && data.http_status >= 200 && data.http_status < 300
  return (
    <Paper withBorder p="md" style={{ flex: '1 1 18rem', maxWidth: '26rem' }}>
      <Stack gap="sm">
        <Text fw={600}>Try it</Text>
        <Text size="sm" c="dimmed">
          Sends a sample, signed like all others, and shows what came back.
        </Text>
        <Group>
          <Button variant="default" disabled={!isSet} loading={test.isPending} onClick={() => test.mutate()}>
            Send a sample
          </Button>
        </Group>
        {test.error && <Failed error={test.error} />}
        {data && (
          <Alert color={isGood ? 'teal' : 'red'} variant="light" role="status" title={data.http_status ?? 'No answer'}>
            <Text size="sm">
              {data.error ?? (isGood ? 'Received' : 'Refused')}, {Math.round(data.duration_ms)} ms
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
