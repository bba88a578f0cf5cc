import { Button, Code, Stack, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useTranslator } from '../messages/useTranslator.tsx'

interface State {
  error: Error | null
}

/** Keeps a fault of one page from taking the others away, and says what to do. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return <Crashed error={error} />
  }
}

function Crashed({ error }: { error: Error }) {
  const t = useTranslator()
  return (
    <Stack className="page-narrow" gap="sm" role="alert">
      <Title order={2}>{t('app.crash.title')}</Title>
      <Text>{t('app.crash.hint')}</Text>
      <Code block>{error.message}</Code>
      <Button onClick={() => location.reload()}>{t('app.reload')}</Button>
    </Stack>
  )
}
