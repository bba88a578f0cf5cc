import type { Message } from '../messages/messageValues.ts'
/** An edit of the selected objects at the frame that is shown: a key, and a button over the timeline. */
export interface TrackAction {
  id: string
  label: Message
  keys: string[]
  isEnabled(): boolean
  run(): void
}
