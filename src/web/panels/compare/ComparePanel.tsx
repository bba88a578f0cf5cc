import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Loader,
  SegmentedControl,
  Select,
  Stack,
  Table,
  Text,
  Tooltip,
} from '@mantine/core'
import { ArrowUpDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { HeldDocumentRow } from '../../../contract/documents.ts'
import type { ComparisonFigures } from '../../../model/compare/compare.ts'
import { type OverlayNames, type OverlayObject, WORK } from '../../document/openOverlay.ts'
import { candidateLook, overlayText } from '../../document/overlayLook.ts'
import { useSession } from '../../document/useSession.ts'
import { Empty, Failed } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { OVERLAY } from '../../tokens.ts'
import { useRunningComparison } from '../../workbench/comparing/ComparisonProvider.tsx'
import { candidateNames, likelyNames } from '../../workbench/comparing/heldNames.ts'
import { showObject } from '../../workbench/comparing/showObject.ts'
import { takeFrom, takenIndex } from '../../workbench/comparing/takeFrom.ts'
import { useHeldDocuments } from '../../workbench/comparing/useComparison.ts'
import { KeyOf } from '../../workbench/keys/Keys.tsx'
import { useShell } from '../../workbench/shellContext.ts'
import { RowList } from '../RowList.tsx'
import { LineSample } from './LineSample.tsx'
import { OverlayLegend } from './OverlayLegend.tsx'

/** Two documents of the job laid over each other, or all documents of its annotators. */
export function ComparePanel() {
  const t = useTranslator()
  const { session } = useShell()
  const { overlay } = session
  const documents = useHeldDocuments()
  const { reply, error } = useRunningComparison()
  const names = useSession(session, () => overlay.names)
  const decides = useSession(session, () => overlay.decides)
  const hasObjects = useSession(session, () => overlay.all.length > 0)
  const [isWide, setWide] = useState(false)
  const candidates = candidateNames(documents)
  const open = (decided: boolean) => overlay.lay(decided ? candidates : likelyNames(documents), decided)
  if (!names) {
    return (
      <Empty title={t('compare.title')} action={<Button onClick={() => open(false)}>{t('compare.begin')}</Button>}>
        {t('compare.hint')}
      </Empty>
    )
  }
  return (
    <section className="sidebar-panel object-list" aria-label={t('compare.title')}>
      <div className="compare-head">
        {candidates.length > 1 && (
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t('compare.title')}
            data={[
              { value: 'decide', label: t('compare.decide') },
              { value: 'two', label: t('compare.two') },
            ]}
            value={decides ? 'decide' : 'two'}
            onChange={(value) => open(value === 'decide')}
          />
        )}
        {!decides && <ComparedDocuments documents={documents} names={names} />}
        {error && <Failed error={error} />}
        {!reply && !error && (
          <Group gap="xs" role="status">
            <Loader size="xs" />
            <Text size="sm">{t('compare.running')}</Text>
          </Group>
        )}
        {reply && (
          <>
            <Group justify="space-between">
              <Text size="sm" fw={600}>
                {t(decides ? 'compare.agreement' : 'compare.score', {
                  score: t.number(reply.score, { style: 'percent', maximumFractionDigits: 1 }),
                })}
              </Text>
              {reply.comparison && (
                <Button size="compact-xs" variant="subtle" aria-expanded={isWide} onClick={() => setWide(!isWide)}>
                  {t('compare.figures')}
                </Button>
              )}
            </Group>
            {reply.comparison?.approximate && (
              <Alert color="yellow" p={6}>
                {t('compare.approximate')}
              </Alert>
            )}
            {isWide && reply.comparison && <ComparisonFiguresTable figures={reply.comparison.figures} />}
            {hasObjects && <OverlayLegend names={names} />}
          </>
        )}
      </div>
      {reply && <ComparedObjects />}
      {decides && <DecideObject names={names} />}
      <Group px="0.625rem" py={6}>
        <Button size="compact-sm" variant="default" onClick={() => overlay.lay(null)}>
          {t('compare.close')}
        </Button>
      </Group>
    </section>
  )
}

/** The figures that the comparison has, by the names of the field. */
function ComparisonFiguresTable({ figures }: { figures: ComparisonFigures }) {
  const t = useTranslator()
  const { shapes, cuboids, tracks, points } = figures
  const share = (value: number | null | undefined) =>
    value == null ? null : t.number(value, { style: 'percent', maximumFractionDigits: 1 })
  const length = (value: number | null | undefined, unit: string) =>
    value == null ? null : `${t.number(value, { maximumFractionDigits: 2 })} ${unit}`
  const rows = [
    [t('compare.precision'), share(shapes.precision)],
    [t('compare.recall'), share(shapes.recall)],
    ['F1', share(shapes.f1)],
    [t('compare.meanIou'), share(shapes.meanIou)],
    ['PQ', share(shapes.pq)],
    ['HOTA', share(tracks?.hota)],
    ['IDF1', share(tracks?.idf1)],
    ['MOTA', share(tracks?.mota)],
    [t('compare.idSwitches'), tracks ? t.number(tracks.idSwitches) : null],
    ['ATE', length(cuboids?.ate, 'm')],
    ['ASE', share(cuboids?.ase)],
    ['AOE', length(cuboids?.aoe, 'rad')],
    ['OKS', share(figures.oks)],
    [t('compare.chamfer'), length(figures.chamferPx, 'px') ?? length(figures.chamferM, 'm')],
    ['mIoU', share(points?.miou)],
    [t('compare.accuracy'), share(points?.accuracy)],
  ] as const
  return (
    <Table verticalSpacing={1}>
      <Table.Tbody>
        {rows.map(([name, value]) =>
          value === null ? null : (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right" className="numbers">
                {value}
              </Table.Td>
            </Table.Tr>
          ),
        )}
      </Table.Tbody>
    </Table>
  )
}

/** Takes the chosen object as one of the annotators has it; the rest of the work stays. */
function DecideObject({ names }: { names: OverlayNames }) {
  const t = useTranslator()
  const { session } = useShell()
  const { works, reply } = useRunningComparison()
  const current = useSession(session, ({ overlay }) => overlay.current)
  const isReadOnly = useSession(session, ({ readOnly }) => readOnly)
  const document = useSession(session, (open) => open.document)
  if (!reply) return null
  if (!current) {
    const medoid = reply.medoid === null ? null : names[reply.medoid].slice(-1)
    return (
      <Text size="sm" c="dimmed" px="0.625rem" py="xs">
        {medoid && t('compare.startsAs', { name: medoid })} {t('compare.decideHint')}
      </Text>
    )
  }
  const taken = takenIndex(document, current, names, works)
  return (
    <section aria-label={t('compare.choice')} className="compare-head">
      {current.sides.map((side, index) => {
        const letter = names[index].slice(-1)
        return (
          <Group key={letter} gap={6} wrap="nowrap">
            <LineSample look={candidateLook(index)} />
            <Text size="sm" flex={1} className="clipped">
              {letter}: {side?.label ?? t('compare.absent')}
            </Text>
            <KeyOf command={`compare.take.${index + 1}`} />
            <Button
              size="compact-xs"
              variant={taken === index ? 'filled' : 'default'}
              aria-pressed={taken === index}
              disabled={isReadOnly || current.sides.every((one) => !one?.shape)}
              onClick={() => takeFrom(session, current, index, names, works)}
            >
              {t('compare.take', { name: letter })}
            </Button>
          </Group>
        )
      })}
    </section>
  )
}

/** What differs, one row an object; a press brings it into view. */
function ComparedObjects() {
  const t = useTranslator()
  const { session } = useShell()
  const { shown, current, decides } = useSession(session, ({ overlay }) => ({
    shown: overlay.shown,
    current: overlay.current,
    decides: overlay.decides,
  }))
  const rows = useMemo(() => shown.filter(({ state }) => state !== 'equal'), [shown])
  const show = (id: string) => showObject(session, rows.find((row) => row.id === id) ?? null)
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed" px="0.625rem" py="xs">
        {t('compare.nothing')}
      </Text>
    )
  }
  return (
    <RowList
      label={t('compare.differences')}
      rows={rows}
      keyOf={({ id }) => id}
      selection={new Set(current ? [current.id] : [])}
      isFaint={() => false}
      onSelect={show}
      onOpen={({ id }) => show(id)}
    >
      {(row) => <Row row={row} hasFrames={session.document.frameCount > 1} decides={decides} />}
    </RowList>
  )
}

function Row({ row, hasFrames, decides }: { row: OverlayObject; hasFrames: boolean; decides: boolean }) {
  const t = useTranslator()
  return (
    <>
      {!decides && <LineSample look={OVERLAY[row.state]} />}
      <span className="clipped" style={{ flex: 1 }}>
        {overlayText(row)}
      </span>
      <span className="panel-faint">
        {hasFrames
          ? t('changes.kindAtFrame', { kind: t(`compare.state.${row.state}`), frame: row.frame })
          : t(`compare.state.${row.state}`)}
      </span>
    </>
  )
}

/** Which document is the reference, and which is compared with it. */
function ComparedDocuments({ documents, names }: { documents: readonly HeldDocumentRow[]; names: OverlayNames }) {
  const t = useTranslator()
  const { overlay } = useShell().session
  const [a, b] = names
  const data = [
    { value: WORK, label: t('compare.doc.work') },
    ...documents.map((one) => ({ value: one.name, label: nameOf(one) })),
  ]
  function nameOf({ kind, number, by }: HeldDocumentRow): string {
    const counted = { number: number ?? 0 }
    switch (kind) {
      case 'result':
        return t('compare.doc.result', counted)
      case 'review':
        return t('compare.doc.review', counted)
      case 'candidate':
        return t('compare.doc.candidate', { name: by ?? '' })
      case 'submission': {
        const name = t('compare.doc.submission', counted)
        return by ? t('compare.doc.of', { name, person: by }) : name
      }
      default:
        return t(`compare.doc.${kind}`)
    }
  }
  return (
    <Group wrap="nowrap" gap={4}>
      <Stack gap={4} flex={1}>
        <Select
          size="xs"
          aria-label={t('compare.a')}
          allowDeselect={false}
          data={data}
          value={a}
          onChange={(value) => value !== null && overlay.lay([value, b])}
        />
        <Select
          size="xs"
          aria-label={t('compare.b')}
          allowDeselect={false}
          data={data}
          value={b}
          onChange={(value) => value !== null && overlay.lay([a, value])}
        />
      </Stack>
      <Tooltip label={t('compare.swap')}>
        <ActionIcon variant="subtle" color="gray" aria-label={t('compare.swap')} onClick={() => overlay.lay([b, a])}>
          <ArrowUpDown size="1rem" />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
