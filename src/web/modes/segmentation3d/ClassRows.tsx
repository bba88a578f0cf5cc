import { openClasses, type TagClass, UNLABELLED_COLOR } from '../../../model/tag.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { NO_CLASS } from '../../tools/points/labelFilters.ts'
import { Chord } from '../../workbench/keys/Keys.tsx'
import { EyeButton } from './EyeButton.tsx'
import { classKey } from './labelCommands.ts'
import type { LabelScene } from './labelScene.ts'

/** Classes with colours, points and digits; a press says what the next stroke is. */
export function ClassRows({ scene }: { scene: LabelScene }) {
  const t = useTranslator()
  const { editor } = scene
  const used = useSession(editor.session, ({ document }) => new Set(document.legend.map(({ classId }) => classId)))
  const open = openClasses(editor.session.job.tag)
  // A class archived since: its existing points can still be seen and changed.
  const archived = [...editor.classes.values()].filter((one) => one.archived && used.has(one.classId))
  return (
    <section className="segmentation-classes" aria-label={t('seg.classes')}>
      {[...open, ...archived].map((tagClass, index) => (
        <ClassRow
          key={tagClass.classId}
          scene={scene}
          tagClass={tagClass}
          chord={tagClass.archived ? null : classKey(index)}
        />
      ))}
      <UnlabelledRow scene={scene} />
    </section>
  )
}

interface ClassRowProps {
  scene: LabelScene
  tagClass: TagClass
  chord: string | null
}

function ClassRow({ scene: { editor, store }, tagClass, chord }: ClassRowProps) {
  const t = useTranslator()
  const { classId, name, color, instantiable, archived } = tagClass
  const isCurrent = useSession(editor.session, (open) => open.currentClassId === classId)
  const filters = useObserved(editor, (e) => e.filters)
  const { instances, points } = useObserved(store, () => {
    const entries = editor.legend.filter((entry) => entry.classId === classId)
    return {
      instances: entries.length,
      points: entries.reduce((sum, { labelKey }) => sum + store.countOf(labelKey), 0),
    }
  })
  const isHidden = filters.hiddenClasses.has(classId)
  const choose = () => {
    editor.session.setCurrentClass(classId)
    editor.select([])
  }
  return (
    <div className="panel-row" style={{ minHeight: '1.625rem', padding: 0, opacity: isHidden ? 0.6 : 1 }}>
      <button
        type="button"
        className="panel-row"
        style={{ minHeight: '1.625rem', flex: 1, minWidth: 0, paddingRight: 0 }}
        aria-pressed={isCurrent}
        disabled={editor.session.readOnly || archived}
        onClick={choose}
      >
        <span className="swatch" style={{ background: color }} />
        <span className="clipped" style={{ flex: 1 }}>
          {name}
          {instantiable && instances > 0 && <span className="numbers panel-faint"> × {instances}</span>}
        </span>
        <span className="numbers panel-faint">{points > 0 ? t.number(points) : ''}</span>
        {chord !== null && <Chord chord={chord} />}
      </button>
      <EyeButton name={name} isHidden={isHidden} onToggle={() => editor.toggleClass(classId)} />
    </div>
  )
}

function UnlabelledRow({ scene: { editor, store } }: { scene: LabelScene }) {
  const t = useTranslator()
  const isHidden = useObserved(editor, (e) => e.filters.hiddenClasses.has(NO_CLASS))
  const points = useObserved(store, ({ unlabelledCount }) => unlabelledCount)
  return (
    <div
      className="panel-row panel-faint"
      style={{ minHeight: '1.625rem', paddingRight: 0, opacity: isHidden ? 0.6 : 1 }}
    >
      <span className="swatch" style={{ background: UNLABELLED_COLOR }} />
      <span style={{ flex: 1 }}>{t('seg.unlabelledName')}</span>
      <span className="numbers">{t.number(points)}</span>
      <EyeButton name={t('seg.unlabelledName')} isHidden={isHidden} onToggle={() => editor.toggleClass(NO_CLASS)} />
    </div>
  )
}
