import { Badge, Tooltip } from '@mantine/core'
import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { SaveKind } from '../document/autosave.ts'
import { useSession } from '../document/useSession.ts'
import { useShell } from '../workbench/shellContext.ts'

const SHOWN: Readonly<Record<SaveKind, { word: string; color: string; icon: typeof Check }>> = {
  saved: { word: 'saved', color: 'teal', icon: Check },
  saving: { word: 'saving', color: 'gray', icon: LoaderCircle },
  offline: { word: 'offline, kept here', color: 'yellow', icon: CloudOff },
  conflict: { word: 'conflict', color: 'red', icon: TriangleAlert },
  lease_lost: { word: 'not yours any more', color: 'red', icon: TriangleAlert },
}

export function SaveBadge() {
  const { session } = useShell()
  const { kind, detail } = useSession(session, (open) => open.saveState)
  const { word, color, icon: Icon } = SHOWN[kind]
  return (
    <Tooltip label={detail} disabled={detail === ''}>
      <Badge
        variant="light"
        color={color}
        size="sm"
        tt="none"
        role="status"
        aria-live="polite"
        leftSection={<Icon size="0.75rem" />}
        data-save-state={kind}
      >
        {word}
      </Badge>
    </Tooltip>
  )
}
