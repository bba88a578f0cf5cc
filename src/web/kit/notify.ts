import { notifications } from '@mantine/notifications'
import { createContext, useContext } from 'react'

export type Notify = (text: string, tone: 'success' | 'error') => void

const inTheCorner: Notify = (message, tone) =>
  void notifications.show({
    message,
    color: tone === 'error' ? 'red' : 'teal',
    ...(tone === 'error' ? { autoClose: 10_000 } : {}),
  })

/** Where a page shows what became of an act: in its corner, unless the page has a place for it. */
export const NotifyContext = createContext<Notify>(inTheCorner)

export const useNotify = (): Notify => useContext(NotifyContext)
