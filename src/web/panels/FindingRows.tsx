import { CircleX, Info, TriangleAlert } from 'lucide-react'
import type { Finding } from '../../model/checks/finding.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { findingMessage } from './findingMessage.ts'
import { findingPlace } from './findingPlace.ts'

interface Props {
  findings: readonly Finding[]
  /** The message above them: rows do not repeat it. */
  heading?: string
  onOpen(finding: Finding): void
}

/** The findings of the checks; a press opens the place. */
export function FindingRows({ findings, heading, onOpen }: Props) {
  const t = useTranslator()
  const { session } = useShell()
  const rows = findings.map((finding) => {
    const message = t.of(findingMessage(finding))
    const place = findingPlace(t, session, finding)
    return { finding, message: message === heading && place !== '' ? null : message, place }
  })
  return (
    <div>
      {rows.map(({ finding, message, place }, index) => (
        <button
          // Two findings may be alike to the letter.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          type="button"
          className="panel-row"
          style={{ minHeight: '1.75rem', alignItems: 'start', paddingBlock: '0.25rem' }}
          onClick={() => onOpen(finding)}
        >
          {message === null ? (
            <span style={{ flex: 1 }}>{place}</span>
          ) : (
            <>
              <FindingIcon severity={finding.severity} />
              <span style={{ flex: 1 }}>
                {message}
                {place !== '' && <span className="finding-place panel-faint">{place}</span>}
              </span>
            </>
          )}
        </button>
      ))}
    </div>
  )
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
