import { Button, Checkbox, Menu, Tooltip } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { frameSpan } from '../../../model/document/shapePath.ts'
import type { RefitVerb } from '../../../model/fit/refit.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import { msg } from '../../messages/message.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { CuboidMachine } from '../../tools/cuboid/cuboidMachine.ts'
import { BOX_VIEWS } from '../../view3d/boxView.ts'
import { useKeyed } from '../../workbench/keys/Keys.tsx'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import { BoxPane } from './BoxViews.tsx'
import { deleteInFrames, fitInFrames, interpolateInFrames } from './batchEdits.ts'
import { boxWords } from './boxWords.ts'
import type { CuboidScene } from './cuboidScene.ts'
import { FrameHost } from './frameHost.ts'

/** Clouds of more frames would evict one another from memory. */
const FRAMES_A_PAGE = 12

/**
 * One object over many frames side by side: each can be adjusted in its small views, and several can be changed
 * together.
 */
export function BatchView({ scene }: { scene: CuboidScene }) {
  const t = useTranslator()
  const keyed = useKeyed()
  const { editor, renderer } = scene
  const track = useObserved(editor, (e) => e.selectedTrack)
  const frame = useSession(editor.session, (open) => open.frame)
  const { frameCount } = editor.session.document
  const span = track?.cuboid ? frameSpan(track.cuboid, frameCount) : null
  const [page, setPage] = useState(() => Math.floor(frame / FRAMES_A_PAGE))
  const first = page * FRAMES_A_PAGE
  const frames = useMemo(
    () => Array.from({ length: FRAMES_A_PAGE }, (_, i) => first + i).filter((f) => f < frameCount),
    [first, frameCount],
  )
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<number | null>(null)
  const choose = (f: number, withShift: boolean) => {
    setChosen(chosenAfter(chosen, f, withShift ? last : null))
    setLast(f)
  }
  const chooseAll = useCallback(() => setChosen(new Set(frames)), [frames])
  const done = useCallback(() => {
    setChosen(new Set())
    // Fits load clouds of their own, which may have evicted the shown ones.
    editor.clouds.want(frames)
  }, [editor, frames])
  // Steps over frames lead to the page they are on.
  useEffect(() => setPage(Math.floor(frame / FRAMES_A_PAGE)), [frame])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current frame wants other clouds, all are shown still
  useEffect(() => {
    editor.clouds.want(frames)
    return () => editor.wantClouds()
  }, [editor, frames, frame])
  if (!track || !span) {
    return (
      <div className="sensors-empty">
        <div>
          {t('cuboid.batch.selectFirst')}
          <Button size="compact-xs" onClick={() => editor.setView({ batchOpen: false })}>
            {t('cuboid.back')}
          </Button>
        </div>
      </div>
    )
  }
  const pages = Math.ceil(frameCount / FRAMES_A_PAGE)
  return (
    <>
      <div className="sensors-batch" onScroll={renderer.invalidate}>
        {frames.map((f) => (
          <BatchFrame
            key={f}
            scene={scene}
            frame={f}
            isCurrent={f === frame}
            isChosen={chosen.has(f)}
            onChoose={(withShift) => choose(f, withShift)}
          />
        ))}
      </div>
      <div className="sensors-batch-bar">
        <Button size="compact-xs" variant="default" onClick={() => editor.setView({ batchOpen: false })}>
          {keyed(t('cuboid.back'), 'cloud.batch')}
        </Button>
        <Button size="compact-xs" variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
          ◂
        </Button>
        <span className="numbers">
          {t('cuboid.batch.frames', { first, last: first + frames.length - 1, end: frameCount - 1 })}
        </span>
        <Button size="compact-xs" variant="default" disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
          ▸
        </Button>
        <BatchActions scene={scene} chosen={chosen} onChooseAll={chooseAll} onDone={done} />
      </div>
    </>
  )
}

/** Chosen or not; with Shift all from the one pressed last up to this one are chosen. */
function chosenAfter(chosen: ReadonlySet<number>, frame: number, from: number | null): ReadonlySet<number> {
  const next = new Set(chosen)
  if (from !== null) {
    for (let f = Math.min(from, frame); f <= Math.max(from, frame); f++) next.add(f)
  } else if (!next.delete(frame)) next.add(frame)
  return next
}

function BatchActions({ scene, ...choice }: BatchChoice & { scene: CuboidScene }) {
  const t = useTranslator()
  const keyed = useKeyed()
  const { editor, fits } = scene
  const sizeOfFrame = useObserved(editor, (e) => e.view.sizeOfFrame)
  const { count, isLocked, isBusy, fit, interpolate, remove } = useBatchActions(scene, choice)
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={choice.onChooseAll}>
        {t('cuboid.batch.selectAll')}
      </Button>
      <Menu position="bottom-start" withinPortal>
        <Button.Group>
          <Tooltip label={keyed(t('cuboid.batch.fitHint'), 'batch.fit')}>
            <Button size="compact-xs" disabled={isLocked} loading={isBusy} onClick={() => fit('position')}>
              {t('cuboid.batch.fit')}
            </Button>
          </Tooltip>
          <Menu.Target>
            <Button size="compact-xs" px={4} disabled={isLocked} aria-label={t('cuboid.batch.fitWhat')}>
              ▾
            </Button>
          </Menu.Target>
        </Button.Group>
        <Menu.Dropdown>
          {fits.verbs().map(({ verb, label }) => {
            const isOfSize = !sizeOfFrame && RESIZING.has(verb)
            return (
              <Menu.Item key={verb} disabled={isOfSize} onClick={() => fit(verb)}>
                {isOfSize ? t('cuboid.batch.needsFrameSize', { verb: t.of(label) }) : t.of(label)}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={keyed(t('cuboid.batch.interpolateHint'), 'batch.interpolate')}>
        <Button size="compact-xs" disabled={isLocked} onClick={interpolate}>
          {t('cuboid.batch.interpolate')}
        </Button>
      </Tooltip>
      <Tooltip label={keyed(t('cuboid.batch.deleteHint'), 'batch.delete')}>
        <Button size="compact-xs" color="red" disabled={isLocked} onClick={remove}>
          {t('common.delete')}
        </Button>
      </Tooltip>
      <span>{count > 0 ? t('cuboid.batch.selected', { count }) : t('cuboid.batch.selectHint')}</span>
    </>
  )
}

/** Fits that would give the whole object the size of the last frame. */
const RESIZING: ReadonlySet<RefitVerb> = new Set(['all', 'size', 'tighten'])

interface BatchFrameProps {
  scene: CuboidScene
  frame: number
  isCurrent: boolean
  isChosen: boolean
  onChoose(withShift: boolean): void
}

function BatchFrame({ scene: { editor, renderer, spaces }, frame, isCurrent, isChosen, onChoose }: BatchFrameProps) {
  const t = useTranslator()
  const host = useMemo(() => new FrameHost(editor, spaces, () => {}, frame), [editor, spaces, frame])
  const tool = useMemo(() => new CuboidMachine(host), [host])
  const box = useObserved(editor, (e) => e.selectedBox(frame))
  const section = useRef<HTMLElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    // The section under the pointer must not move.
    if (isCurrent && !isPressed.current) section.current?.scrollIntoView({ block: 'nearest' })
    isPressed.current = false
  }, [isCurrent])
  return (
    // Keys act on the current frame: taking the box of another one makes that current.
    <section
      ref={section}
      className="sensors-batch-frame"
      data-current={isCurrent}
      aria-label={t('cuboid.batch.frame', { frame })}
      onPointerDownCapture={() => {
        isPressed.current = !isCurrent
        editor.session.setFrame(frame)
      }}
    >
      <div className="sensors-batch-head">
        <Checkbox
          size="xs"
          checked={isChosen}
          onChange={({ nativeEvent }) => onChoose(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          aria-label={t('cuboid.batch.selectFrame', { frame })}
        />
        <button type="button" className="sensors-link" onClick={() => editor.session.setFrame(frame)}>
          {t('cuboid.batch.frame', { frame })}
        </button>
        <span>{box ? t.of(boxWords(box, frame)) : t('cuboid.box.absentHere')}</span>
      </div>
      {BOX_VIEWS.map((name) => (
        <div key={name} className="sensors-cell">
          {box && <BoxPane name={name} editor={editor} spaces={spaces} host={host} tool={tool} renderer={renderer} />}
        </div>
      ))}
    </section>
  )
}

interface BatchChoice {
  chosen: ReadonlySet<number>
  onChooseAll(): void
  /** The chosen frames have been processed. */
  onDone(): void
}

/** The actions on the object in the frames chosen in the batch view, by buttons and by keys. */
function useBatchActions({ editor, fits }: CuboidScene, { chosen, onChooseAll, onDone }: BatchChoice) {
  const [isBusy, setBusy] = useState(false)
  const frames = useMemo(() => [...chosen].sort((a, b) => a - b), [chosen])
  const isLocked = !editor.canEdit || frames.length === 0 || isBusy
  const actions = useMemo(() => {
    const fit = async (verb: RefitVerb) => {
      setBusy(true)
      await fitInFrames(editor, fits, verb, frames)
      setBusy(false)
      onDone()
    }
    return {
      fit: (verb: RefitVerb) => void fit(verb),
      interpolate() {
        interpolateInFrames(editor, frames)
        onDone()
      },
      remove() {
        deleteInFrames(editor, frames)
        onDone()
      },
    }
  }, [editor, fits, frames, onDone])
  const commands = useMemo(() => {
    const group = msg('cuboid.batch')
    const isEnabled = () => !isLocked
    // Here the key must never take the whole object away.
    const remove = () => (isLocked ? editor.tell(msg('cuboid.batch.selectToDelete')) : actions.remove())
    return [
      { id: 'batch.all', group, label: msg('cuboid.batch.selectAll'), keys: ['Ctrl+A'], run: onChooseAll },
      {
        id: 'batch.fit',
        group,
        label: msg('cuboid.batch.fit'),
        keys: ['Q'],
        isEnabled,
        run: () => actions.fit('position'),
      },
      {
        id: 'batch.interpolate',
        group,
        label: msg('cuboid.batch.interpolate'),
        keys: ['K'],
        isEnabled,
        run: actions.interpolate,
      },
      { id: 'batch.delete', group, label: msg('cuboid.batch.deleteIn'), keys: ['Delete', 'Backspace'], run: remove },
    ]
  }, [editor, actions, isLocked, onChooseAll])
  useCommands(commands)
  return { ...actions, count: frames.length, isLocked, isBusy }
}
