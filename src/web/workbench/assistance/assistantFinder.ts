import type { OfferedAssistant } from '../../../contract/assistants.ts'
import type { ShapeFinder } from './shapeFinder.ts'

/** An assistant that finds the object at prompts. */
export const assistantFinder = ({ name: assistant, prompts, previews }: OfferedAssistant): ShapeFinder => ({
  name: assistant,
  ...(prompts && { prompts }),
  async find(session, input, waiting) {
    const { waitForAnswer } = await import('./waitForAnswer.ts')
    return waitForAnswer(session, { assistant, verb: 'segment', input }, waiting)
  },
  ...(previews && {
    async preview(session, input, signal) {
      const { waitForAnswer } = await import('./waitForAnswer.ts')
      return waitForAnswer(session, { assistant, verb: 'segment', input, preview: true }, { signal })
    },
  }),
})
