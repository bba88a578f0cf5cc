import { serveWorker } from '../../kit/worker/serveWorker.ts'
import { PickerHost } from './pickerHost.ts'
import type { PickerAnswer, PickerNews, PickerQuestion } from './pickerMessages.ts'

const host = new PickerHost()

serveWorker<PickerQuestion, PickerAnswer, PickerNews>({
  answer(question) {
    const result = host.answer(question)
    return { result, transfer: buffersOf(result) }
  },
  hear: (news) => host.take(news),
})

function buffersOf(answer: PickerAnswer): Transferable[] {
  if (answer === null) return []
  if (answer instanceof Uint32Array) return [answer.buffer]
  return (Array.isArray(answer) ? answer : [answer]).map(({ indices }) => indices.buffer as ArrayBuffer)
}
