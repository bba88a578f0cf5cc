import { useMemo, useState } from 'react'
import type { RefitVerb } from '../../../model/fit/refit.ts'
import { msg } from '../../messages/message.ts'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import { deleteInFrames, fitInFrames, interpolateInFrames } from './batchEdits.ts'
import type { CuboidScene } from './cuboidScene.ts'

export interface BatchChoice {
  chosen: ReadonlySet<number>
  onChooseAll(): void
  /** The chosen frames have been processed. */
  onDone(): void
}

/** The actions on the object in the frames chosen in the batch view, by buttons and by keys. */
export function useBatchActions({ editor, fits }: CuboidScene, { chosen, onChooseAll, onDone }: BatchChoice) {
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
        ...{ id: 'batch.fit', group, label: msg('cuboid.batch.fit'), keys: ['Q'], isEnabled },
        run: () => actions.fit('position'),
      },
      {
        ...{ id: 'batch.interpolate', group, label: msg('cuboid.batch.interpolate'), keys: ['K'], isEnabled },
        run: actions.interpolate,
      },
      { id: 'batch.delete', group, label: msg('cuboid.batch.deleteIn'), keys: ['Delete', 'Backspace'], run: remove },
    ]
  }, [editor, actions, isLocked, onChooseAll])
  useCommands(commands)
  return { ...actions, count: frames.length, isLocked, isBusy }
}
