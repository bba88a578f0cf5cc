import { Button, Loader, Slider } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { leavesLabels } from '../../tools/points/labelFilters.ts'
import { KeyOf } from '../../workbench/keys/Keys.tsx'
import { unlabelledOf } from './cloudPoints.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelScene } from './labelScene.ts'

/** The current offer or task, and how to end it. */
export function TaskBar({ scene }: { scene: LabelScene }) {
  const t = useTranslator()
  const { editor, suggestions } = scene
  const tool = useSession(editor.session, (open) => open.activeTool)
  const suggestion = useObserved(suggestions, ({ current }) => current)
  const isLooking = useObserved(suggestions, (s) => s.isLooking)
  const box = useObserved(editor, (e) => e.box)
  const isSplitting = useObserved(editor, (e) => e.isSplitting)
  const canEdit = useObserved(editor, (e) => e.canEdit)
  const corners = useObserved(editor, ({ isCornering }) => isCornering)
  if (!canEdit) return null
  if (corners) return <CornerHint />
  if (box) return <BoxTask scene={scene} />
  if (suggestion?.kind === 'cluster') return <ClusterTask scene={scene} />
  if (suggestion?.kind === 'left') return <LeftTask scene={scene} />
  if (suggestion?.kind === 'pieces') return <PiecesTask scene={scene} />
  if (tool === 'ground') return <GroundTask scene={scene} />
  if (tool === 'surface') return <SurfaceTask scene={scene} />
  if (isLooking) {
    return (
      <div className="segmentation-task" role="status">
        <Loader size="xs" /> {t('seg.looking')}
      </div>
    )
  }
  if (!isSplitting) return null
  return (
    <div className="segmentation-task segmentation-hint">{t.rich('seg.splitTask', { key: keyOf('label.escape') })}</div>
  )
}

function CornerHint() {
  const t = useTranslator()
  return (
    <div className="segmentation-task segmentation-hint" role="note">
      {t.rich('seg.cornerTask', {
        enter: keyOf('label.confirm'),
        back: keyOf('label.back'),
        esc: keyOf('label.escape'),
      })}
    </div>
  )
}

/** Name of the class or instance that gets the accepted points. */
function useReceiver(editor: LabelEditor, asNew: boolean): string {
  const t = useTranslator()
  const classId = useSession(editor.session, (open) => open.currentClassId)
  const entry = useObserved(editor, (e) => e.targetEntry)
  const tagClass = editor.classes.get(classId ?? '')
  if (!tagClass) return t('seg.noClass')
  if (entry && !(asNew && tagClass.instantiable)) return editor.nameOf(entry)
  return tagClass.instantiable ? t('seg.newNamed', { name: tagClass.name }) : tagClass.name
}

function BoxTask({ scene: { editor, box } }: { scene: LabelScene }) {
  const t = useTranslator()
  const cuboid = useObserved(editor, (e) => e.box)
  const receiver = useReceiver(editor, false)
  if (!cuboid) return null
  const { length, width, height } = cuboid.dimensions
  return (
    <div className="segmentation-task" role="toolbar" aria-label={t('seg.box')}>
      <span className="numbers">
        {t('seg.boxSize', { length: length.toFixed(2), width: width.toFixed(2), height: height.toFixed(2) })}
      </span>
      <Action command="label.confirm" onClick={() => box.assign()}>
        {t('seg.labelAs', { name: receiver })}
      </Action>
      <Action command="label.box.erase" variant="default" onClick={() => box.assign(true)}>
        {t('seg.erase')}
      </Action>
      <Action variant="default" onClick={() => box.cropToIt()}>
        {t('seg.cropToBox')}
      </Action>
      <Action command="label.escape" variant="subtle" onClick={() => box.set(null)}>
        {t('seg.discard')}
      </Action>
    </div>
  )
}

function GroundTask({ scene }: { scene: LabelScene }) {
  const t = useTranslator()
  const { editor, suggestions } = scene
  const aboveM = useObserved(editor, ({ view }) => view.groundAboveM)
  return (
    <div className="segmentation-task" role="toolbar" aria-label={t('seg.tool.ground')}>
      <span>{t('seg.groundUpTo')}</span>
      <Slider
        w="9rem"
        size="xs"
        min={0.02}
        max={0.8}
        step={0.01}
        label={(metres) => t('seg.meters', { value: metres.toFixed(2) })}
        thumbLabel={t('seg.groundHeight')}
        value={aboveM}
        onChange={(groundAboveM) => {
          editor.setView({ groundAboveM })
          suggestions.offerGround(true)
        }}
      />
      <span className="numbers">{t('seg.meters', { value: aboveM.toFixed(2) })}</span>
      <FoundArea scene={scene} />
    </div>
  )
}

function SurfaceTask({ scene }: { scene: LabelScene }) {
  const t = useTranslator()
  const { editor, suggestions } = scene
  const turnDeg = useObserved(editor, ({ view }) => view.surfaceTurnDeg)
  const isOffered = useObserved(suggestions, ({ current, isLooking }) => current !== null || isLooking)
  return (
    <div className="segmentation-task" role="toolbar" aria-label={t('seg.tool.surface')}>
      <span>{t('seg.surfaceTurn')}</span>
      <Slider
        w="9rem"
        size="xs"
        min={1}
        max={60}
        label={(degrees) => t.number(degrees, { style: 'unit', unit: 'degree' })}
        thumbLabel={t('seg.surfaceTurn')}
        value={turnDeg}
        onChange={(surfaceTurnDeg) => {
          editor.setView({ surfaceTurnDeg })
          suggestions.followRules()
        }}
      />
      <span className="numbers">{t.number(turnDeg, { style: 'unit', unit: 'degree' })}</span>
      {isOffered ? (
        <>
          <FoundArea scene={scene} />
          <Stop suggestions={suggestions} />
        </>
      ) : (
        <span className="panel-faint">{t('seg.surfaceHint')}</span>
      )}
    </div>
  )
}

/** How much was found, and the button that labels it. */
function FoundArea({ scene: { editor, suggestions, store } }: { scene: LabelScene }) {
  const t = useTranslator()
  const found = useObserved(suggestions, ({ current }) => current)
  const isLooking = useObserved(suggestions, (s) => s.isLooking)
  const tool = useSession(editor.session, (open) => open.activeTool)
  const isUnlabelledOnly = useObserved(editor, ({ filters }) => leavesLabels(filters, tool))
  const receiver = useReceiver(editor, false)
  const points = t('seg.points', { count: found?.indices.length ?? 0 })
  const labelled = useMemo(
    () => found && found.indices.length - unlabelledOf(found.indices, store.slots).length,
    [found, store],
  )
  return (
    <>
      <span className="numbers panel-faint" role="status">
        {isLooking
          ? t('seg.searching')
          : labelled
            ? t('seg.selectedLabelled', { count: found?.indices.length ?? 0, labelled })
            : isUnlabelledOnly
              ? t('seg.withoutLabel', { points })
              : points}
      </span>
      <Action
        command="label.confirm"
        disabled={!found || found.indices.length === 0}
        onClick={() => suggestions.accept()}
      >
        {t('seg.labelAs', { name: receiver })}
      </Action>
    </>
  )
}

function ClusterTask({ scene: { editor, suggestions } }: { scene: LabelScene }) {
  const t = useTranslator()
  const suggestion = useObserved(suggestions, ({ current }) => current)
  const receiver = useReceiver(editor, true)
  const current = useSession(editor.session, (open) => open.currentClassId)
  if (suggestion?.kind !== 'cluster') return null
  const likely = suggestion.likely === current ? null : editor.classes.get(suggestion.likely ?? '')
  return (
    <div className="segmentation-task" role="toolbar" aria-label={t('seg.suggestion')}>
      <span className="numbers">
        {t('seg.suggestionOf', {
          number: suggestion.number,
          count: suggestion.count,
          points: t('seg.points', { count: suggestion.indices.length }),
        })}
      </span>
      <Action command="label.confirm" onClick={() => suggestions.accept()}>
        {t('seg.labelAs', { name: receiver })}
      </Action>
      {likely && (
        <Action command="label.likely" variant="default" onClick={() => suggestions.acceptAsLikely()}>
          {t('seg.likelyAs', { name: likely.name })}
        </Action>
      )}
      <Action command="label.skip" variant="default" onClick={() => suggestions.skip()}>
        {t('seg.skip')}
      </Action>
      <Stop suggestions={suggestions} />
    </div>
  )
}

function LeftTask({ scene: { editor, suggestions } }: { scene: LabelScene }) {
  const t = useTranslator()
  const suggestion = useObserved(suggestions, ({ current }) => current)
  const receiver = useReceiver(editor, false)
  if (suggestion?.kind !== 'left') return null
  return (
    <div className="segmentation-task" role="toolbar" aria-label={t('seg.unlabelledHere')}>
      <span className="numbers">
        {t('seg.withoutLabel', { points: t('seg.points', { count: suggestion.indices.length }) })}
      </span>
      <Action command="label.confirm" onClick={() => suggestions.accept()}>
        {t('seg.labelAs', { name: receiver })}
      </Action>
      <Action command="label.unlabelled" variant="default" onClick={() => suggestions.skip()}>
        {t('seg.others')}
      </Action>
      <Stop suggestions={suggestions} />
    </div>
  )
}

function PiecesTask({ scene: { editor, suggestions } }: { scene: LabelScene }) {
  const t = useTranslator()
  const suggestion = useObserved(suggestions, ({ current }) => current)
  if (suggestion?.kind !== 'pieces') return null
  const { pieces, indices, classId } = suggestion
  const name = editor.classes.get(classId)?.name ?? ''
  const points = t('seg.points', { count: indices.length })
  const small = pieces.reduce((rest, piece) => rest - piece.length, indices.length)
  return (
    <div className="segmentation-task" role="toolbar" aria-label={t('seg.everythingLeft')}>
      <span className="numbers">
        {small > 0
          ? t('seg.inPiecesScattered', { points, count: pieces.length, scattered: small })
          : t('seg.inPieces', { points, count: pieces.length })}
      </span>
      {pieces.length > 0 && (
        <Action command="label.confirm" onClick={() => suggestions.accept()}>
          {t('seg.eachPiece', { name })}
        </Action>
      )}
      <Action variant="default" onClick={() => suggestions.acceptAsOne()}>
        {t('seg.allAsOne', { name })}
      </Action>
      <Stop suggestions={suggestions} />
    </div>
  )
}

function Stop({ suggestions }: Pick<LabelScene, 'suggestions'>) {
  const t = useTranslator()
  return (
    <Action command="label.escape" variant="subtle" onClick={() => suggestions.stop()}>
      {t('seg.stop')}
    </Action>
  )
}

interface ActionProps {
  /** Its key is shown on the button. */
  command?: string
  /** Left out: what one mostly wants. */
  variant?: 'default' | 'subtle'
  disabled?: boolean
  onClick(): void
  children: ReactNode
}

function Action({ command, ...rest }: ActionProps) {
  return <Button size="compact-xs" rightSection={command && <KeyOf command={command} />} {...rest} />
}

const keyOf = (command: string) => () => <KeyOf command={command} />
