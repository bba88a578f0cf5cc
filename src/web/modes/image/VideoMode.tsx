import { Button, NumberInput, Progress, SegmentedControl } from '@mantine/core'
import { Route } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { fileUrl } from '../../../formats/workbench/job.ts'
import type { ImageScene } from '../../canvas/imageScene.ts'
import { bitmapPicture } from '../../canvas/picture.ts'
import { TilePicture } from '../../canvas/tilePicture.ts'
import { providePropagateHeld } from '../../document/heldObjects.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import { oneOf } from '../../kit/oneOf.ts'
import { msg } from '../../messages/message.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { propagateHeldInVideo, videoCommands } from '../../timeline/videoCommands.ts'
import { type VideoState, videoOf } from '../../timeline/videoState.ts'
import type { CanvasEditor } from '../../tools/image/canvasEditor.ts'
import type { Command } from '../../workbench/keys/keymap.ts'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import type { ModeProps } from '../../workbench/mode.ts'
import { BoxFollowing, type FollowDirection } from './boxFollowing.ts'
import { CanvasView } from './CanvasView.tsx'
import { BarButton } from './CanvasViewBar.tsx'
import { editCommands } from './editCommands.ts'
import { useCanvasEditor } from './useCanvasEditor.ts'

const DIRECTIONS: readonly FollowDirection[] = ['back', 'both', 'ahead']

/** How far the selected boxes are followed, then how far that is. */
function FollowBar({ following, frameCount }: { following: BoxFollowing; frameCount: number }) {
  const t = useTranslator()
  const state = useObserved(following, (open) => open.state)
  const [direction, setDirection] = useState<FollowDirection>('ahead')
  const [frames, setFrames] = useState<number | null>(null)
  if (state.kind === 'closed') return null
  const cancel = (
    <Button size="compact-sm" variant="default" onClick={() => following.close()}>
      {t('common.cancel')}
    </Button>
  )
  if (state.kind === 'running') {
    return (
      <div className="follow-bar" role="status">
        {t('follow.running', { done: state.done, total: state.total })}
        <Progress
          aria-label={t('follow.title')}
          size="sm"
          w="8rem"
          value={(100 * state.done) / Math.max(1, state.total)}
        />
        {cancel}
      </div>
    )
  }
  const words = { back: t('follow.back'), both: t('follow.both'), ahead: t('follow.ahead') }
  return (
    <form
      className="follow-bar"
      aria-label={t('follow.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void following.start({ direction, frames })
      }}
      onKeyDown={(event) => event.key === 'Escape' && following.close()}
    >
      <SegmentedControl
        size="xs"
        aria-label={t('follow.direction')}
        value={direction}
        data={DIRECTIONS.map((value) => ({ value, label: words[value] }))}
        onChange={(value) => setDirection(oneOf(DIRECTIONS, value) ?? 'ahead')}
      />
      <NumberInput
        size="xs"
        w="9rem"
        aria-label={t('follow.frames')}
        placeholder={t('follow.toTheEnd')}
        min={1}
        max={frameCount - 1}
        allowDecimal={false}
        value={frames ?? ''}
        onChange={(value) => setFrames(typeof value === 'number' ? value : null)}
      />
      <Button type="submit" size="compact-sm" data-autofocus autoFocus>
        {t('follow.start')}
      </Button>
      {cancel}
    </form>
  )
}

/** Frames in order: the tools of images, at the frame that is shown. */
export function VideoMode({ session }: ModeProps) {
  const t = useTranslator()
  const editor = useCanvasEditor(session)
  const video = useMemo(() => videoOf(session), [session])
  useEffect(() => video.attach(), [video])
  useEffect(() => providePropagateHeld(session, (tracks) => propagateHeldInVideo(session, tracks)), [session])
  const following = useMemo(() => new BoxFollowing(video, editor), [video, editor])
  useEffect(() => () => void following.close(), [following])
  const commands = useMemo(
    () => [...editCommands(editor), ...videoCommands(session, video.player), ...followCommands(following)],
    [editor, session, video, following],
  )
  useCommands(commands)
  const onScene = useCallback((scene: ImageScene) => followFrames(video, editor, scene), [video, editor])
  return (
    <CanvasView
      editor={editor}
      onScene={onScene}
      label={t('image.videoFrame')}
      onTap={() => video.player.toggle()}
      buttons={
        <BarButton label={t('follow.title')} command="track.follow" onClick={() => following.open()}>
          <Route size="0.95rem" />
        </BarButton>
      }
    >
      <FrameNote video={video} />
      <FollowBar following={following} frameCount={session.document.frameCount} />
    </CanvasView>
  )
}

function followCommands(following: BoxFollowing): Command[] {
  const group = msg('timeline.objects')
  return [
    { id: 'track.follow', label: msg('follow.title'), group, keys: ['Y'], run: () => following.open() },
    {
      id: 'track.stopFollowing',
      label: msg('follow.stop'),
      group,
      keys: ['Esc'],
      run: () => following.close(),
      isEnabled: () => following.state.kind !== 'closed',
    },
  ]
}

function FrameNote({ video }: { video: VideoState }) {
  const t = useTranslator()
  const frame = useSession(video.session, (open) => open.frame)
  const isThere = useSyncExternalStore(video.subscribe, () => video.isBuffered(frame))
  const failure = useSyncExternalStore(video.subscribe, () => video.failureOf(frame))
  if (isThere || video.imageAt(frame).file === null) return null
  return (
    <div className="view-note" role="status">
      {failure ?? t('image.loadingFrame', { frame })}
    </div>
  )
}

/** The picture is always that of the frame, or none: never one of another frame below this one's objects. */
function followFrames(video: VideoState, editor: CanvasEditor, scene: ImageScene): () => void {
  let shown: { frame: number; bitmap: ImageBitmap | null } | null = null
  let tiles: TilePicture | null = null
  const show = () => {
    const { frame } = video.session
    const bitmap = video.bitmapAt(frame)
    if (bitmap || video.imageAt(frame).file === null || video.failureOf(frame)) video.session.firstFrame.drawn()
    if (shown?.frame === frame && shown.bitmap === bitmap) return
    const isNewFrame = shown?.frame !== frame
    shown = { frame, bitmap }
    const { pyramid, file, widthPx, heightPx } = video.imageAt(frame)
    if (isNewFrame) {
      tiles?.dispose()
      tiles = null
      editor.setImage({ widthPx, heightPx })
    }
    if (file === null && pyramid && video.decoder) {
      const urlOf = (name: string) => fileUrl(video.session.job, name)
      tiles ??= new TilePicture(pyramid, video.decoder, urlOf, () => scene.pictureChanged())
      scene.setPicture(tiles)
    } else scene.setPicture(bitmap && bitmapPicture(bitmap))
  }
  const leave = [video.subscribe(show), video.session.subscribe(show)]
  show()
  return () => {
    for (const stop of leave) stop()
    tiles?.dispose()
  }
}
