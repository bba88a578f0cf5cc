import { Button, Menu, Progress, Text, Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import type { LegendEntry } from '../../../model/document/document.ts'
import { openClasses } from '../../../model/tag.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import type { Translator } from '../../messages/translator.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useKeyed } from '../../workbench/keys/Keys.tsx'
import type { ModeProps } from '../../workbench/mode.ts'
import { ClassRows } from './ClassRows.tsx'
import { InstanceList } from './InstanceList.tsx'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelScene } from './labelScene.ts'
import { labelScenes } from './openScenes.ts'

/** Classes, instances and the remaining points, instead of the list of objects. */
export function LegendPanel({ session }: ModeProps) {
  const scene = useSyncExternalStore(labelScenes.subscribe, () => labelScenes.of(session))
  if (!scene) return null
  return (
    <>
      <Left scene={scene} />
      <ClassRows scene={scene} />
      <InstanceList scene={scene} />
      <Actions scene={scene} />
    </>
  )
}

/** The points without a label. */
function Left({ scene }: { scene: LabelScene }) {
  const t = useTranslator()
  const keyed = useKeyed()
  const { editor, store, suggestions } = scene
  const canEdit = useObserved(editor, (e) => e.canEdit)
  const currentClassId = useSession(editor.session, (open) => open.currentClassId)
  const finite = useObserved(editor, (e) => e.cloud?.chunk.finiteCount ?? e.session.job.pointCount ?? 0)
  const missing = useObserved(editor, ({ cloud }) => (cloud ? cloud.chunk.pointCount - cloud.chunk.finiteCount : 0))
  const left = useObserved(store, ({ unlabelledCount }) => unlabelledCount)
  const done = finite === 0 ? 100 : (100 * (finite - left)) / finite
  const current = editor.classes.get(currentClassId ?? '')
  // Its tooltip would take the Escape that is meant for the offer.
  const isOffered = useObserved(suggestions, ({ current }) => current !== null)
  return (
    <section className="segmentation-progress" aria-label={t('seg.unlabelledPoints')}>
      <div style={{ display: 'flex', alignItems: 'center', gap: 6 }}>
        <Text size="sm" className="numbers" style={{ flex: 1 }} role="status">
          {left === 0 ? t('seg.everyLabelled') : t('seg.unlabelled', { count: left, share: percent(t, 100 - done) })}
        </Text>
        <Tooltip label={keyed(t('seg.nextUnlabelledHint'), 'label.unlabelled')} disabled={isOffered}>
          <Button size="compact-xs" variant="default" disabled={left === 0} onClick={() => suggestions.offerLeft()}>
            {t('seg.next')}
          </Button>
        </Tooltip>
        {canEdit && current && (
          <Tooltip label={keyed(t('seg.fillHint', { name: current.name }), 'label.fill')} disabled={isOffered}>
            <Button
              size="compact-xs"
              variant="default"
              disabled={left === 0}
              onClick={() => suggestions.fillUnlabelled(current.classId)}
            >
              {t('seg.fill')}
            </Button>
          </Tooltip>
        )}
      </div>
      <Progress size="sm" mt={6} value={done} aria-label={t('seg.labelled')} />
      {missing > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('seg.missing', { count: missing })}
        </Text>
      )}
    </section>
  )
}

/** Never 0 % while something is left. */
function percent(t: Translator, share: number): string {
  if (share > 0 && share < 0.05)
    return t('seg.lessThan', { share: t.number(0.001, { style: 'percent', maximumFractionDigits: 1 }) })
  return t.number(share / 100, { style: 'percent', maximumFractionDigits: share < 10 ? 1 : 0 })
}

/** The description of what the button deletes. */
function deletes(t: Translator, editor: LabelEditor, chosen: readonly LegendEntry[], count: number): string {
  return chosen.length === 1
    ? t('seg.deleteOne', { name: editor.nameOf(chosen[0]), count })
    : t('seg.deleteMany', { instances: chosen.length, count })
}

/** Actions on the selection. */
function Actions({ scene }: { scene: LabelScene }) {
  const t = useTranslator()
  const keyed = useKeyed()
  const { editor, store, actions, suggestions } = scene
  const selected = useObserved(editor, (e) => e.selected)
  const isSplitting = useObserved(editor, (e) => e.isSplitting)
  const isOffered = useObserved(suggestions, ({ current }) => current !== null)
  const canEdit = useObserved(editor, (e) => e.canEdit)
  const isSolo = useObserved(editor, (e) => e.filters.soloEntries !== null)
  const chosen = useObserved(editor, () => actions.chosen)
  const points = useObserved(store, () => chosen.reduce((sum, { labelKey }) => sum + store.countOf(labelKey), 0))
  const isSplittable = chosen.length === 1 && chosen[0].instance !== null
  const solo = (
    <Tooltip label={keyed(t('seg.aloneHint'), 'label.solo')}>
      <Button
        size="compact-xs"
        variant={isSolo ? 'filled' : 'default'}
        disabled={!isSolo && selected.size === 0}
        aria-pressed={isSolo}
        onClick={() => actions.toggleSolo()}
      >
        {t('seg.alone')}
      </Button>
    </Tooltip>
  )
  if (!canEdit) {
    return (
      <section className="segmentation-actions" aria-label={t('seg.selection')}>
        {solo}
      </section>
    )
  }
  return (
    <section className="segmentation-actions" aria-label={t('seg.selection')}>
      <Tooltip label={keyed(t('seg.newHint'), 'label.new')}>
        <Button size="compact-xs" variant="default" onClick={() => actions.newInstance()}>
          {t('seg.new')}
        </Button>
      </Tooltip>
      <Tooltip label={keyed(t('seg.splitHint'), 'label.split')}>
        <Button
          size="compact-xs"
          variant={isSplitting ? 'filled' : 'default'}
          disabled={!isSplittable}
          onClick={() => actions.toggleSplit()}
        >
          {t('seg.split')}
        </Button>
      </Tooltip>
      <Tooltip label={keyed(t('seg.joinHint'), 'label.join')}>
        <Button size="compact-xs" variant="default" disabled={selected.size < 2} onClick={() => actions.join()}>
          {t('seg.join')}
        </Button>
      </Tooltip>
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <Button size="compact-xs" variant="default" disabled={chosen.length === 0}>
            {t('seg.changeClass')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {openClasses(editor.session.job.tag).map(({ classId, name, color }) => (
            <Menu.Item
              key={classId}
              leftSection={<span className="swatch" style={{ background: color }} />}
              onClick={() => actions.reclass(classId)}
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={keyed(deletes(t, editor, chosen, points), 'label.delete')}>
        <Button
          size="compact-xs"
          variant="default"
          color="red"
          disabled={chosen.length === 0}
          onClick={() => actions.remove()}
        >
          {t('common.delete')}
        </Button>
      </Tooltip>
      {solo}
      <Tooltip label={keyed(t('seg.suggestHint'), 'label.suggest')} disabled={isOffered}>
        <Button size="compact-xs" variant="default" onClick={() => suggestions.offerClusters()}>
          {t('seg.suggest')}
        </Button>
      </Tooltip>
    </section>
  )
}
