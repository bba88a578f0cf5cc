import { Tooltip } from '@mantine/core'
import type { JobContent } from '../../formats/workbench/job.ts'
import type { EditorSession } from '../document/session.ts'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { clockTime, secondsBetween } from './clockTime.ts'

/** When the shown frame was taken: seconds since the first frame, and the whole timestamp on pointing at it. */
export function FrameTime({ session }: { session: EditorSession }) {
  const t = useTranslator()
  const frame = useSession(session, (open) => open.frame)
  const times = timesOf(session.job.content)
  const time = times[frame]
  if (time === undefined || time === null) return null
  const first = times.find((one) => one !== null) ?? time
  const text = times.length === 1 ? clockTime(time) : t('timeline.sinceFirst', { seconds: secondsBetween(first, time) })
  return (
    <Tooltip label={t('timeline.timestamp', { clock: clockTime(time), nanoseconds: time })} multiline>
      <span className="frame-time">{text}</span>
    </Tooltip>
  )
}

const timesOf = ({ frames }: JobContent): (string | null)[] => frames.map(({ timestampNs }) => timestampNs)
