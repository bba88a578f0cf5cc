import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { SearchEntry } from './searchEntry.ts'

const NO_COMMANDS: SearchEntry[] = []

/** Loaded when it is opened for the first time. */
export const LazySearch = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }))

/** Opens the search from all pages but the workbench, which has other keys. */
export function SearchBox() {
  const t = useTranslator()
  // Each opening is another dialog: one that is still closing must not take the next one along.
  const [shown, setShown] = useState<number | null>(null)
  const openings = useRef(0)
  const open = () => setShown(++openings.current)
  const [here] = useLocation()
  const projectId = /^\/projects\/([^/]+)/.exec(here)?.[1] ?? null
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<Search size="0.875rem" />}
        rightSection={<kbd className="frame-key">{t('search.key')}</kbd>}
        onClick={open}
      >
        {t('common.search')}
      </Button>
      {shown !== null && (
        <Suspense fallback={null}>
          <LazySearch
            key={shown}
            projectId={projectId}
            commands={NO_COMMANDS}
            onClose={() => setShown((now) => (now === shown ? null : now))}
          />
        </Suspense>
      )}
    </>
  )
}
