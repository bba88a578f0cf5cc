import { PickerDesk } from './pickerDesk.ts'
import type { FromPicker, PickerAnswer, ToPicker } from './pickerMessages.ts'

const host = new PickerDesk()

self.addEventListener('message', ({ data }: MessageEvent<ToPicker>) => {
  if (data.kind !== 'ask') {
    host.take(data)
    return
  }
  const { id, question } = data
  try {
    const answer = host.answer(question)
    send({ id, answer }, buffersOf(answer))
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) }, [])
  }
})

function send(message: FromPicker, transfer: Transferable[]): void {
  self.postMessage(message, { transfer })
}

function buffersOf(answer: PickerAnswer): Transferable[] {
  if (answer === null) return []
  if (answer instanceof Uint32Array) return [answer.buffer]
  return (Array.isArray(answer) ? answer : [answer]).map(({ indices }) => indices.buffer as ArrayBuffer)
}
