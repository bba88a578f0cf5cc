import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { SearchEntry } from './searchEntry.ts'

const NO_COMMANDS: SearchEntry[] = []

/** Loaded when it is opened for the first time. */
export const LazySearch = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }))

/** Opens the search from all pages but the workbench, which has other keys. */
export function SearchBox() {
  const t = useTranslator()
  const [isOpen, setOpen] = useState(false)
  const [here] = useLocation()
  const projectId = /^\/projects\/([^/]+)/.exec(here)?.[1] ?? null
  useHotkeys([['mod+K', () => setOpen(true)]], [])
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<Search size="0.875rem" />}
        rightSection={<kbd className="frame-key">{t('search.key')}</kbd>}
        onClick={() => setOpen(true)}
      >
        {t('common.search')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <LazySearch projectId={projectId} commands={NO_COMMANDS} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
