import { Button, Checkbox } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { frameSpan } from '../../../model/document/shapePath.ts'
import { useSession } from '../../document/useSession.ts'
import { BOX_VIEWS } from '../../scene/cloud/boxView.ts'
import { absentIn, interpolatedIn } from '../../tools/cuboid/cuboidEdits.ts'
import { CuboidTool } from '../../tools/cuboid/cuboidTool.ts'
import { BoxPane } from './BoxViews.tsx'
import { FrameDesk } from './frameDesk.ts'
import { useEditor } from './useEditor.ts'
import type { CuboidScene } from './useScene.ts'

/** Clouds of more frames at once would push one another out of memory. */
const FRAMES_A_PAGE = 12

/** One object over many frames side by side: each can be adjusted in its small views, several handled at once. */
export function BatchView({ scene }: { scene: CuboidScene }) {
  const { editor, renderer } = scene
  const track = useEditor(editor, (e) => e.selectedTrack)
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
  useEffect(() => {
    editor.clouds.want(frames)
    return () => editor.wantClouds()
  }, [editor, frames])
  if (!track || !span) {
    return (
      <div className="c3d-empty">
        <div>
          Select one cuboid first: the batch view shows it over many frames.{' '}
          <Button size="compact-xs" onClick={() => editor.setView({ batchOpen: false })}>
            Back
          </Button>
        </div>
      </div>
    )
  }
  const pages = Math.ceil(frameCount / FRAMES_A_PAGE)
  return (
    <>
      <div className="c3d-batch" onScroll={renderer.invalidate}>
        {frames.map((f) => (
          <BatchFrame
            key={f}
            {...{ scene, frame: f }}
            isCurrent={f === frame}
            isChosen={chosen.has(f)}
            onChoose={() => setChosen(toggled(chosen, f))}
          />
        ))}
      </div>
      <div className="c3d-batch-bar">
        <Button size="compact-xs" variant="default" onClick={() => editor.setView({ batchOpen: false })}>
          Back (G)
        </Button>
        <Button size="compact-xs" variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
          ◂
        </Button>
        <span className="numbers">
          Frames {first}–{first + frames.length - 1} of 0–{frameCount - 1}
        </span>
        <Button size="compact-xs" variant="default" disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
          ▸
        </Button>
        <BatchActions
          {...{ scene, chosen }}
          onChooseAll={() => setChosen(new Set(frames))}
          onDone={() => setChosen(new Set())}
        />
      </div>
    </>
  )
}

const toggled = (chosen: ReadonlySet<number>, frame: number): ReadonlySet<number> => {
  const next = new Set(chosen)
  if (!next.delete(frame)) next.add(frame)
  return next
}

interface BatchActionsProps {
  scene: CuboidScene
  chosen: ReadonlySet<number>
  onChooseAll(): void
  onDone(): void
}

function BatchActions({ scene: { editor, fits }, chosen, onChooseAll, onDone }: BatchActionsProps) {
  const frames = [...chosen].sort((a, b) => a - b)
  const isLocked = !editor.canEdit || frames.length === 0
  const edit = (label: string, how: typeof interpolatedIn) => () => {
    const id = editor.selectedId
    if (id && !editor.edit(id, label, (track) => how(track, frames))) {
      editor.tell('Nothing would be left of the object: delete it instead.')
    }
    onDone()
  }
  const fit = async () => {
    for (const frame of frames) await fits.refit('position', frame)
    onDone()
  }
  const absent: typeof interpolatedIn = (track) => absentIn(track, frames, editor.session.document.frameCount)
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={onChooseAll}>
        Choose all
      </Button>
      <Button size="compact-xs" disabled={isLocked} onClick={() => void fit()}>
        Fit
      </Button>
      <Button size="compact-xs" disabled={isLocked} onClick={edit('Interpolate', interpolatedIn)}>
        Interpolate
      </Button>
      <Button size="compact-xs" color="red" disabled={isLocked} onClick={edit('Delete in frames', absent)}>
        Delete
      </Button>
    </>
  )
}

interface BatchFrameProps {
  scene: CuboidScene
  frame: number
  isCurrent: boolean
  isChosen: boolean
  onChoose(): void
}

function BatchFrame({ scene: { editor, renderer }, frame, isCurrent, isChosen, onChoose }: BatchFrameProps) {
  const desk = useMemo(() => new FrameDesk(editor, () => {}, frame), [editor, frame])
  const tool = useMemo(() => new CuboidTool(desk), [desk])
  useEditor(editor, (e) => e.session.document)
  const box = editor.selectedBox(frame)
  return (
    <section className="c3d-batch-frame" data-current={isCurrent} aria-label={`Frame ${frame}`}>
      <div className="c3d-batch-head">
        <Checkbox size="xs" checked={isChosen} onChange={onChoose} aria-label={`Choose frame ${frame}`} />
        <button type="button" className="c3d-link" onClick={() => editor.session.setFrame(frame)}>
          Frame {frame}
        </button>
        <span>{box ? (box.keyFrame ? `keyframe, ${box.source.replace('_', ' ')}` : 'interpolated') : 'absent'}</span>
      </div>
      {BOX_VIEWS.map((name) => (
        <div key={name} className="c3d-cell">
          {box && <BoxPane {...{ name, editor, desk, tool, renderer }} />}
        </div>
      ))}
    </section>
  )
}
