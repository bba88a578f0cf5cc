import { CircleX, Info, TriangleAlert } from 'lucide-react'
import type { Finding } from '../../model/checks/finding.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { findingMessage } from './findingMessage.ts'
import { findingPlace } from './findingPlace.ts'

interface Props {
  findings: readonly Finding[]
  onOpen(finding: Finding): void
}

/** The findings of the checks; a press opens the place. */
export function FindingRows({ findings, onOpen }: Props) {
  const t = useTranslator()
  const { session } = useShell()
  return (
    <div>
      {findings.map((finding, index) => (
        <button
          // Two findings may be alike to the letter.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          type="button"
          className="panel-row"
          style={{ minHeight: '1.75rem', alignItems: 'start', paddingBlock: '0.25rem' }}
          onClick={() => onOpen(finding)}
        >
          <FindingIcon severity={finding.severity} />
          <span style={{ flex: 1 }}>
            {t.of(findingMessage(finding))}
            <FindingPlace place={findingPlace(t, session, finding)} />
          </span>
        </button>
      ))}
    </div>
  )
}

function FindingPlace({ place }: { place: string }) {
  return place === '' ? null : <span className="finding-place panel-faint">{place}</span>
}

const ICONS = {
  error: { Icon: CircleX, color: 'var(--mantine-color-red-5)', label: 'checks.error' },
  warning: { Icon: TriangleAlert, color: 'var(--mantine-color-yellow-5)', label: 'checks.warning' },
  note: { Icon: Info, color: 'var(--mantine-color-blue-5)', label: 'checks.note' },
} as const

function FindingIcon({ severity }: { severity: Finding['severity'] }) {
  const t = useTranslator()
  const { Icon, color, label } = ICONS[severity]
  return <Icon size="0.95rem" color={color} style={{ flex: 'none', marginTop: '0.1rem' }} aria-label={t(label)} />
}
