import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './kit/app.css'
import { App } from './App.tsx'
import { makeQueryClient } from './kit/queryClient.ts'
import { theme } from './kit/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="dark">
      <Notifications position="bottom-right" limit={4} />
      <QueryClientProvider client={makeQueryClient()}>
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
