import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { fileUrl } from '../../../formats/workbench/job.ts'
import type { ImageScene } from '../../canvas/imageScene.ts'
import { bitmapPicture } from '../../canvas/picture.ts'
import { TilePicture } from '../../canvas/tilePicture.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { videoCommands } from '../../timeline/videoCommands.ts'
import { type VideoState, videoOf } from '../../timeline/videoState.ts'
import type { CanvasEditor } from '../../tools/image/canvasEditor.ts'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import type { ModeProps } from '../../workbench/mode.ts'
import { CanvasView } from './CanvasView.tsx'
import { editCommands } from './editCommands.ts'
import { useCanvasEditor } from './useCanvasEditor.ts'

/** Frames in order: the tools of images, at the frame that is shown. */
export function VideoMode({ session }: ModeProps) {
  const t = useTranslator()
  const editor = useCanvasEditor(session)
  const video = useMemo(() => videoOf(session), [session])
  useEffect(() => video.attach(), [video])
  const commands = useMemo(
    () => [...editCommands(editor), ...videoCommands(session, video.player)],
    [editor, session, video],
  )
  useCommands(commands)
  const onScene = useCallback((scene: ImageScene) => followFrames(video, editor, scene), [video, editor])
  return (
    <CanvasView editor={editor} label={t('image.videoFrame')} onScene={onScene} onTap={() => video.player.toggle()}>
      <FrameNote video={video} />
    </CanvasView>
  )
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

/** The picture is always that of the frame, or none: never one of another frame under this one's objects. */
function followFrames(video: VideoState, editor: CanvasEditor, scene: ImageScene): () => void {
  let shown: { frame: number; bitmap: ImageBitmap | null } | null = null
  let tiles: TilePicture | null = null
  const show = () => {
    const { frame } = video.session
    const bitmap = video.bitmapAt(frame)
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
