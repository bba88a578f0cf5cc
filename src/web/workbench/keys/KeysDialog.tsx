import { ActionIcon, Button, Group, Modal, ScrollArea, Stack, Table, Text, TextInput, Tooltip } from '@mantine/core'
import { Plus, RotateCcw, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { AnnotationType } from '../../../model/annotationType.ts'
import type { AnnotationRules } from '../../../model/annotationTypes/annotationRules.ts'
import { rulesOf } from '../../../model/annotationTypes/rulesOf.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { chordOf } from './chord.ts'
import { Chord } from './Keys.tsx'
import type { BoundCommand, Command } from './keymap.ts'
import { useBoundCommands, useKeymap } from './useKeymap.ts'

const FLAT = [
  ['pointer.middleOrSpaceDrag', 'tool.pan'],
  ['pointer.scroll', 'pointer.zoom'],
  ['pointer.shiftClick', 'pointer.addToSelection'],
  ['pointer.dragMidpoint', 'pointer.insertPoint'],
  ['pointer.rightOrAltClickPoint', 'command.deletePoint'],
  ['pointer.altWhileDrawing', 'pointer.withoutSnapping'],
] as const

const ORBITED = [
  ['pointer.drag', 'pointer.orbit'],
  ['pointer.rightDrag', 'tool.pan'],
  ['pointer.scroll', 'pointer.zoom'],
  ['pointer.shiftClick', 'pointer.addToSelection'],
] as const

const CUBOID = [
  ...ORBITED,
  ['pointer.shiftDragSide', 'pointer.keepSize'],
  ['pointer.doubleClickSide', 'pointer.snapSide'],
] as const

const ACTS = {
  image: FLAT,
  video: FLAT,
  cuboids: CUBOID,
  points: ORBITED,
} as const satisfies Record<AnnotationRules['editor'], readonly (readonly [string, string])[]>

/** The pointer's actions outside of tools; unlike keys they cannot be changed. */
function PointerActs({ annotationType }: { annotationType: AnnotationType }) {
  const t = useTranslator()
  return (
    <Table.Tbody>
      <Table.Tr>
        <Table.Th colSpan={2}>
          <Text size="xs" c="dimmed" mt={6} fw={600}>
            {t('pointer.title')}
          </Text>
        </Table.Th>
      </Table.Tr>
      {ACTS[rulesOf(annotationType).editor].map(([gesture, act]) => (
        <Table.Tr key={gesture}>
          <Table.Td>{t(act)}</Table.Td>
          <Table.Td ta="right">{t(gesture)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}

// What every kind of work has comes first, then what the mode adds, in its own order.
const FIRST = ['job', 'class', 'tool']
const rankOf = ({ command }: BoundCommand) => {
  const rank = FIRST.indexOf(command.id.split('.')[0])
  return rank < 0 ? FIRST.length : rank
}

/** All keys there are now; each can be changed, for this person, on every computer. */
export function KeysDialog({ annotationType, onClose }: { annotationType: AnnotationType; onClose: () => void }) {
  const t = useTranslator()
  const keymap = useKeymap()
  const commands = useBoundCommands()
  const [search, setSearch] = useState('')
  const [asking, setAsking] = useState<string | null>(null)
  const [taken, setTaken] = useState<TakenKey | null>(null)
  const wanted = search.trim().toLowerCase()
  const shown = commands.filter(({ command, keys }) =>
    `${t.of(command.group)} ${t.of(command.label)} ${keys.join(' ')}`.toLowerCase().includes(wanted),
  )
  const groups = [...Map.groupBy(shown, ({ command }) => t.of(command.group))].toSorted(
    ([, [a]], [, [b]]) => rankOf(a) - rankOf(b),
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.title')}
      size="lg"
      closeOnEscape={asking === null && taken === null}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <Group justify="space-between" mb="sm">
        <TextInput
          aria-label={t('keys.search')}
          placeholder={t('common.search')}
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button variant="default" size="xs" onClick={() => keymap.resetAll()}>
          {t('keys.resetAll')}
        </Button>
      </Group>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('keys.noMatch')}
        </Text>
      )}
      <Table verticalSpacing={3}>
        {groups.map(([group, rows]) => (
          <Table.Tbody key={group}>
            <Table.Tr>
              <Table.Th colSpan={2}>
                <Text size="xs" c="dimmed" mt={6} fw={600}>
                  {group}
                </Text>
              </Table.Th>
            </Table.Tr>
            {rows.map((bound) => (
              <Row
                key={bound.command.id}
                bound={bound}
                isAsking={asking === bound.command.id}
                onAsk={(isAsking) => setAsking(isAsking ? bound.command.id : null)}
                onTaken={setTaken}
              />
            ))}
          </Table.Tbody>
        ))}
        {wanted === '' && <PointerActs annotationType={annotationType} />}
      </Table>
      {taken && <TakeKeyDialog taken={taken} onClose={() => setTaken(null)} />}
    </Modal>
  )
}

interface RowProps {
  bound: BoundCommand
  isAsking: boolean
  onAsk(isAsking: boolean): void
  /** The key belongs to another command. */
  onTaken(taken: TakenKey): void
}

function Row({ bound: { command, keys, isChanged }, isAsking, onAsk, onTaken }: RowProps) {
  const t = useTranslator()
  const keymap = useKeymap()
  const take = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const chord = chordOf(event)
    if (chord === null) return
    onAsk(false)
    if (chord === 'Esc') return
    const wanted = [...new Set([...keys, chord])]
    const holder = keymap.holderOf(chord, command.id)
    if (holder) onTaken({ chord, command, holder, wanted })
    else keymap.setKeys(command.id, wanted)
  }
  return (
    <Table.Tr>
      <Table.Td>{t.of(command.label)}</Table.Td>
      <Table.Td>
        <Group gap={4} justify="end" wrap="nowrap">
          {keys.map((key) => (
            <Group key={key} gap={0} wrap="nowrap">
              <Chord chord={key} />
              <ActionIcon
                size="xs"
                variant="transparent"
                color="gray"
                aria-label={t('keys.removeFrom', { key, command: t.of(command.label) })}
                onClick={() =>
                  keymap.setKeys(
                    command.id,
                    keys.filter((other) => other !== key),
                  )
                }
              >
                <X size="0.75rem" />
              </ActionIcon>
            </Group>
          ))}
          {isAsking ? (
            <Button size="compact-xs" variant="filled" autoFocus onKeyDown={take} onBlur={() => onAsk(false)}>
              {t('keys.press')}
            </Button>
          ) : (
            <Tooltip label={t('keys.add')}>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={t('keys.addTo', { command: t.of(command.label) })}
                onClick={() => onAsk(true)}
              >
                <Plus size="0.875rem" />
              </ActionIcon>
            </Tooltip>
          )}
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('keys.reset', { command: t.of(command.label) })}
            style={{ visibility: isChanged ? 'visible' : 'hidden' }}
            onClick={() => keymap.setKeys(command.id, null)}
          >
            <RotateCcw size="0.875rem" />
          </ActionIcon>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

/** A key that a command should get while another has it. */
interface TakenKey {
  chord: string
  command: Command
  holder: Command
  /** All keys of the command with this one. */
  wanted: readonly string[]
}

/** Asks before a command loses its key. */
function TakeKeyDialog({ taken, onClose }: { taken: TakenKey; onClose: () => void }) {
  const t = useTranslator()
  const keymap = useKeymap()
  const { chord, command, holder, wanted } = taken
  const take = () => {
    keymap.setKeys(command.id, wanted)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.takeTitle', { key: chord })}
      size="sm"
      transitionProps={{ duration: 0 }}
    >
      {/* The window itself is always a plain dialog. */}
      <Stack role="alertdialog" aria-label={t('keys.takeTitle', { key: chord })}>
        <Text size="sm">
          {t('keys.takeHint', { key: chord, holder: t.of(holder.label), command: t.of(command.label) })}
        </Text>
        <Group justify="end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('keys.keep')}
          </Button>
          <Button onClick={take}>{t('keys.take')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
