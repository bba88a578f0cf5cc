import { Button, Code, Stack, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'

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
    return (
      <Stack className="page-narrow" gap="sm" role="alert">
        <Title order={2}>This page failed</Title>
        <Text>Your saved work is safe. Loading the page again usually helps.</Text>
        <Code block>{error.message}</Code>
        <Button onClick={() => location.reload()}>Load again</Button>
      </Stack>
    )
  }
}
