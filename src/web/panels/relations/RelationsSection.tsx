import { Button, Text } from '@mantine/core'
import { ArrowLeft, ArrowRight, Spline, X } from 'lucide-react'
import { relationRemoved } from '../../../model/document/edits/relations.ts'
import { objectName } from '../../document/objectRows.ts'
import { type RelationLink, relationLinksOf } from '../../document/relationLinks.ts'
import { useSession } from '../../document/useSession.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { KeyOf } from '../../workbench/keys/Keys.tsx'
import { useShell } from '../../workbench/shellContext.ts'
import { FoldingSection } from '../FoldingSection.tsx'
import { RelationPick } from './relationPick.ts'
import './relations.css'

/** What the selected objects are to others, and others to them. */
export function RelationsSection() {
  const t = useTranslator()
  const { session } = useShell()
  const selection = useSession(session, (open) => open.selection)
  const document = useSession(session, (open) => open.document)
  const readOnly = useSession(session, (open) => open.readOnly)
  if (selection.size === 0) return null
  const links = relationLinksOf(document, selection)
  return (
    <FoldingSection title={t('relation.title')} shown="showsRelations">
      {links.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('relation.empty')}
        </Text>
      )}
      <ul className="relation-list">
        {links.map((link) => (
          <LinkRow key={`${link.from} ${link.name} ${link.to}`} link={link} readOnly={readOnly} />
        ))}
      </ul>
      {!readOnly && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Spline size="0.875rem" aria-hidden />}
          rightSection={<KeyOf command="object.relate" />}
          onClick={() => RelationPick.of(session).start()}
        >
          {t('relation.start')}
        </Button>
      )}
    </FoldingSection>
  )
}

function LinkRow({ link: { from, name, to }, readOnly }: { link: RelationLink; readOnly: boolean }) {
  const t = useTranslator()
  const { session } = useShell()
  const isOwn = session.selection.has(from)
  const [other, Arrow] = isOwn ? [to, ArrowRight] : [from, ArrowLeft]
  const otherName = objectName(session, other, '–') ?? '–'
  const remove = () => {
    const track = session.document.tracks.get(from)
    if (track) session.execute('edit.unrelate', [relationRemoved(track, { name, to })])
  }
  return (
    <li>
      <button
        type="button"
        aria-label={t(isOwn ? 'relation.to' : 'relation.from', { name, other: otherName })}
        onClick={() => session.select([other])}
      >
        <Arrow size="0.875rem" aria-hidden />
        <span className="relation-name">{name}</span>
        <span>{otherName}</span>
      </button>
      {!readOnly && (
        <IconButton label={t('common.removeNamed', { name: `${name} ${otherName}` })} icon={X} onClick={remove} />
      )}
    </li>
  )
}
