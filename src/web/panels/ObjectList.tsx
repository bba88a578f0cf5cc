import { ActionIcon, Checkbox, Group, Text, TextInput, Tooltip, VisuallyHidden } from '@mantine/core'
import { Eye, EyeOff, ListTree, Lock, LockOpen, type LucideIcon, Search } from 'lucide-react'
import { type MouseEvent, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { GeometryKind } from '../../model/annotationType.ts'
import { byClass, filteredRows, idsBetween, isAtFrame, type ObjectRow, objectRows } from '../document/objectRows.ts'
import { useSession } from '../document/useSession.ts'
import { SHAPE_ICONS } from '../kit/ToolIcon.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useKeyed } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { areAllIn, toggleConcealed, toggleLock } from '../workbench/showCommands.ts'
import { RowList } from './RowList.tsx'

/** Shows the form of an object. */
function FormIcon({ form }: { form: GeometryKind }) {
  const t = useTranslator()
  const label = t(`geometry.${form}`)
  const Icon = SHAPE_ICONS[form]
  return (
    <Tooltip label={label}>
      <Icon className="panel-form" size="0.875rem" role="img" aria-label={label} />
    </Tooltip>
  )
}

/** All objects; only the rows in sight are in the page, however many there are. */
export function ObjectList() {
  const t = useTranslator()
  const { session } = useShell()
  const document = useDeferredValue(useSession(session, (open) => open.document))
  const frame = useSession(session, (open) => open.frame)
  const selection = useSession(session, (open) => open.selection)
  const concealed = useSession(session, (open) => open.concealed)
  const [search, setSearch] = useState('')
  const locked = useSession(session, (open) => open.locked)
  const [onlyHere, setOnlyHere] = useState(false)
  const [isGrouped, setIsGrouped] = useState(false)
  const all = useMemo(() => objectRows({ document, job: session.job }, t('panel.unknownClass')), [document, session, t])
  const rows = useMemo(() => {
    const found = filteredRows(all, search, onlyHere ? frame : null)
    return isGrouped ? byClass(found) : found
  }, [all, search, onlyHere, frame, isGrouped])
  const anchor = useRef<string | null>(null)

  const select = (id: string, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => {
    if (event.shiftKey && anchor.current !== null) session.select(idsBetween(rows, anchor.current, id))
    else if (event.ctrlKey || event.metaKey) {
      session.select(selection.has(id) ? [...selection].filter((other) => other !== id) : [...selection, id])
    } else session.select([id])
    if (!event.shiftKey) anchor.current = id
  }
  const open = (row: ObjectRow) => {
    if (row.spans && !isAtFrame(row, frame)) session.setFrame(row.spans[0].first)
    session.select([row.id])
  }
  return (
    <section className="sidebar-panel object-list" aria-label={t('objects.title')}>
      <Group gap="xs" px="0.625rem" py={6} wrap="nowrap">
        <TextInput
          size="xs"
          style={{ flex: 1 }}
          aria-label={t('objects.search')}
          placeholder={t('timeline.objectCount', { count: all.length })}
          leftSection={<Search size="0.75rem" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Tooltip label={t('objects.groupByClass')}>
          <ActionIcon
            size="sm"
            variant={isGrouped ? 'light' : 'subtle'}
            color={isGrouped ? undefined : 'gray'}
            aria-label={t('objects.groupByClass')}
            aria-pressed={isGrouped}
            onClick={() => setIsGrouped(!isGrouped)}
          >
            <ListTree size="0.875rem" />
          </ActionIcon>
        </Tooltip>
        <SelectionMarks />
        {document.frameCount > 1 && (
          <Checkbox
            size="xs"
            label={t('objects.thisFrame')}
            checked={onlyHere}
            onChange={(event) => setOnlyHere(event.currentTarget.checked)}
          />
        )}
      </Group>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed" px="0.625rem" py="xs">
          {all.length > 0 ? t('objects.noMatch') : t(session.readOnly ? 'objects.none' : 'objects.empty')}
        </Text>
      ) : (
        <RowList
          label={t('objects.title')}
          rows={rows}
          keyOf={({ id }) => id}
          selection={selection}
          isFaint={({ id }) => concealed.has(id)}
          onSelect={select}
          onOpen={open}
        >
          {(row) => (
            <Row
              row={row}
              isConcealed={concealed.has(row.id)}
              isLocked={locked.has(row.id)}
              onConceal={() => toggleConcealed(session, [row.id])}
              onLock={() => toggleLock(session, [row.id])}
            />
          )}
        </RowList>
      )}
    </section>
  )
}

interface RowProps {
  row: ObjectRow
  isConcealed: boolean
  isLocked: boolean
  onConceal(): void
  onLock(): void
}

function Row({ row, isConcealed, isLocked, onConceal, onLock }: RowProps) {
  const t = useTranslator()
  const { className, color, number, form, spans, heldFrames, isIncomplete } = row
  const held = t('objects.held', { count: heldFrames })
  return (
    <>
      <span className="swatch" style={{ background: color }} />
      {form && <FormIcon form={form} />}
      <span className="clipped panel-name">
        {className} <span className="numbers panel-faint">{number}</span>
      </span>
      {isIncomplete && (
        <Tooltip label={t('objects.missingAttribute')}>
          <span className="panel-missing" role="img" aria-label={t('objects.missingAttribute')} />
        </Tooltip>
      )}
      {heldFrames > 0 && (
        <span className="numbers panel-faint panel-held" title={`${held}. ${t('objects.heldHint')}`}>
          <span aria-hidden>{t('objects.heldShort', { count: heldFrames })}</span>
          <VisuallyHidden>{held}</VisuallyHidden>
        </span>
      )}
      {spans && <Frames spans={spans} />}
      <VisuallyHidden>
        <MarkWords isLocked={isLocked} isConcealed={isConcealed} />
      </VisuallyHidden>
      <RowButton label={isLocked ? t('objects.unlock') : t('objects.lock')} isQuiet={!isLocked} onClick={onLock}>
        {isLocked ? <Lock size="0.875rem" /> : <LockOpen size="0.875rem" />}
      </RowButton>
      <RowButton label={isConcealed ? t('objects.show') : t('objects.hide')} isQuiet={false} onClick={onConceal}>
        {isConcealed ? <EyeOff size="0.875rem" /> : <Eye size="0.875rem" />}
      </RowButton>
    </>
  )
}

/** As many as are in the row, so that names keep their room. */
const SHOWN_SPANS = 2

/** Frames in which the object is; where it comes and goes often, how many spans more there are. */
function Frames({ spans }: { spans: NonNullable<ObjectRow['spans']> }) {
  const t = useTranslator()
  const texts = spans.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`))
  const more = texts.length - SHOWN_SPANS
  return (
    <span className="numbers panel-faint panel-spans" title={t('objects.frames', { frames: texts.join(', ') })}>
      {texts.slice(0, SHOWN_SPANS).join(', ')}
      {more > 0 && ` +${more}`}
    </span>
  )
}

interface RowButtonProps {
  label: string
  /** Seen only while the pointer is on the row. */
  isQuiet: boolean
  onClick(): void
  children: ReactNode
}

/** For the pointer; `SelectionMarks` does the same for the keyboard. */
function RowButton({ label, isQuiet, onClick, children }: RowButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        component="span"
        className={isQuiet ? 'panel-row-quiet' : undefined}
        size="sm"
        variant="transparent"
        color="gray"
        aria-hidden
        onClick={(event: MouseEvent) => {
          event.stopPropagation()
          onClick()
        }}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

/**
 * Locks and hides the selection. Rows of the list show the same for the pointer; as options they cannot contain
 * focusable controls, so keyboard and screen readers use this instead.
 */
function SelectionMarks() {
  const t = useTranslator()
  const { session } = useShell()
  const selection = useSession(session, (open) => open.selection)
  const locked = useSession(session, (open) => open.locked)
  const concealed = useSession(session, (open) => open.concealed)
  const areLocked = areAllIn(locked, selection)
  const areConcealed = areAllIn(concealed, selection)
  return (
    <Group gap={2} wrap="nowrap">
      <MarkButton
        label={t('objects.lockSelection')}
        command="object.lock"
        isOn={areLocked}
        icon={areLocked ? Lock : LockOpen}
        disabled={selection.size === 0}
        onClick={() => toggleLock(session, selection)}
      />
      <MarkButton
        label={t('command.hideSelection')}
        command="object.conceal"
        isOn={areConcealed}
        icon={areConcealed ? EyeOff : Eye}
        disabled={selection.size === 0}
        onClick={() => toggleConcealed(session, selection)}
      />
      <VisuallyHidden role="status">
        <MarkWords isLocked={areLocked} isConcealed={areConcealed} />
      </VisuallyHidden>
    </Group>
  )
}

interface MarkWordsProps {
  isLocked: boolean
  isConcealed: boolean
}

/** The text for the icons of a lock and an eye. */
function MarkWords({ isLocked, isConcealed }: MarkWordsProps) {
  const t = useTranslator()
  return t.list([...(isLocked ? [t('objects.isLocked')] : []), ...(isConcealed ? [t('objects.isHidden')] : [])])
}

interface MarkButtonProps {
  label: string
  command: string
  icon: LucideIcon
  isOn: boolean
  disabled: boolean
  onClick(): void
}

function MarkButton({ label, command, icon: Icon, isOn, disabled, onClick }: MarkButtonProps) {
  const keyed = useKeyed()
  return (
    <Tooltip label={keyed(label, command)}>
      <ActionIcon
        size="sm"
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? undefined : 'gray'}
        aria-label={label}
        aria-pressed={isOn}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon size="0.875rem" />
      </ActionIcon>
    </Tooltip>
  )
}
