import { Progress } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { fileUrl } from '../../../formats/workbench/job.ts'
import { type Decoder, workerDecoder } from '../../canvas/decoder.ts'
import type { ImageScene } from '../../canvas/imageScene.ts'
import { bitmapPicture } from '../../canvas/picture.ts'
import { TilePicture } from '../../canvas/tilePicture.ts'
import type { EditorSession } from '../../document/session.ts'
import { useNextPicture } from '../../kit/NextPictureProvider.tsx'
import type { NextPicture } from '../../kit/nextPicture.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import type { ModeProps } from '../../workbench/mode.ts'
import { CanvasView } from './CanvasView.tsx'
import { editCommands } from './editCommands.ts'
import { firstImageOf, useCanvasEditor } from './useCanvasEditor.ts'

type Loading = { loadedBytes: number } | { failed: string } | null

/** One image: the tools, the picture, and the loading progress. */
export function ImageMode({ session }: ModeProps) {
  const t = useTranslator()
  const editor = useCanvasEditor(session)
  const [loading, setLoading] = useState<Loading>({ loadedBytes: 0 })
  useCommands(useMemo(() => editCommands(editor), [editor]))
  const prepared = useNextPicture()
  const onScene = useCallback(
    (scene: ImageScene) => showImage({ session, scene, prepared, tell: setLoading }),
    [session, prepared],
  )
  const { bytes } = firstImageOf(session)
  return (
    <CanvasView editor={editor} label={t('image.label')} onScene={onScene}>
      {loading && (
        <div className="view-note" role="status">
          {'failed' in loading ? (
            loading.failed
          ) : (
            <>
              {t('image.loading')}
              <Progress
                mt="xs"
                size="sm"
                aria-label={t('image.loadingShort')}
                value={(loading.loadedBytes / Math.max(1, bytes)) * 100}
              />
            </>
          )}
        </div>
      )}
    </CanvasView>
  )
}

interface Showing {
  session: EditorSession
  scene: ImageScene
  prepared: NextPicture | null
  tell(loading: Loading): void
}

/** Loads the picture into the scene; the returned function stops it. */
function showImage({ session, scene, prepared, tell }: Showing): () => void {
  const image = firstImageOf(session)
  const decoder = workerDecoder()
  const urlOf = (file: string) => fileUrl(session.job, file)
  if (image.pyramid && image.file === null) {
    const tiles = new TilePicture(image.pyramid, decoder, urlOf, () => scene.pictureChanged())
    scene.setPicture(tiles)
    session.firstFrame.drawn()
    tell(null)
    return () => {
      tiles.dispose()
      decoder.dispose()
    }
  }
  const abort = new AbortController()
  let shown: ImageBitmap | null = null
  const url = urlOf(image.file ?? '')
  const decode = () => load(decoder, url, abort.signal, tell)
  const decoded = prepared?.take(url)
  ;(decoded ? decoded.catch(decode) : decode()).then((bitmap) => {
    // An unreadable picture is replaced by a message.
    if (!abort.signal.aborted) session.firstFrame.drawn()
    if (!bitmap || abort.signal.aborted) return bitmap?.close()
    shown = bitmap
    scene.setPicture(bitmapPicture(bitmap))
    tell(null)
  })
  return () => {
    abort.abort()
    decoder.dispose()
    shown?.close()
  }
}

async function load(
  decoder: Decoder<ImageBitmap>,
  url: string,
  signal: AbortSignal,
  tell: (loading: Loading) => void,
): Promise<ImageBitmap | null> {
  try {
    return await decoder.decode(url, signal, (loadedBytes) => tell({ loadedBytes }))
  } catch (error) {
    if (!signal.aborted) tell({ failed: error instanceof Error ? error.message : String(error) })
    return null
  }
}
