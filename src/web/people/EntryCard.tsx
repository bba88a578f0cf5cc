import { Paper, Stack, Text, Title } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Logo } from '../kit/Logo.tsx'
import { Failed } from '../kit/States.tsx'

interface Props {
  title: string
  hint?: ReactNode
  error?: unknown
  onSubmit?: () => void
  children: ReactNode
}

/** The card of pages before sign-in. */
export function EntryCard({ title, hint, error, onSubmit, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <main className="page-narrow">
      <Stack gap="lg">
        <Logo />
        <Paper withBorder p="lg" component="form" onSubmit={submit}>
          <Stack gap="md">
            <div>
              <Title order={1} size="h3">
                {title}
              </Title>
              {hint && (
                <Text size="sm" c="dimmed" mt={4}>
                  {hint}
                </Text>
              )}
            </div>
            {error ? <Failed error={error} /> : null}
            {children}
          </Stack>
        </Paper>
      </Stack>
    </main>
  )
}
