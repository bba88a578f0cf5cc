import { appTexts } from './app.ts'
import { commonTexts } from './common.ts'
import { notificationTexts } from './notifications.ts'
import { peopleTexts } from './people.ts'
import { queueTexts } from './queue.ts'

/** What is loaded with the page: signing in, the account, the queue and what went wrong. */
export const startTexts = {
  ...commonTexts,
  ...appTexts,
  ...peopleTexts,
  ...queueTexts,
  ...notificationTexts,
}
