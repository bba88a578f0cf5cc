import { Badge, Tooltip } from '@mantine/core'
import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { SaveKind } from '../document/autosave.ts'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useShell } from '../workbench/shellContext.ts'

const SHOWN = {
  saved: { word: 'save.saved', color: 'teal', icon: Check },
  saving: { word: 'save.saving', color: 'gray', icon: LoaderCircle },
  offline: { word: 'save.offline', color: 'yellow', icon: CloudOff },
  conflict: { word: 'save.failed', color: 'red', icon: TriangleAlert },
  differs: { word: 'save.failed', color: 'red', icon: TriangleAlert },
  lease_lost: { word: 'save.lost', color: 'red', icon: TriangleAlert },
} as const satisfies Record<SaveKind, object>

export function SaveBadge() {
  const t = useTranslator()
  const { session } = useShell()
  const { kind, detail } = useSession(session, (open) => open.saveState)
  const { word, color, icon: Icon } = SHOWN[kind]
  return (
    <Tooltip label={detail && t.of(detail)} disabled={detail === null}>
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
        {t(word)}
      </Badge>
    </Tooltip>
  )
}
