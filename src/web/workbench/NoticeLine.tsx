import { ActionIcon, Button, Indicator, Popover, Stack, Text } from '@mantine/core'
import { ScrollText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Notice, NoticeLog } from '../document/noticeLog.ts'
import { useObserved } from '../document/useObserved.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import './noticeLine.css'

const SHOWN_MS = 3_000
/** Long enough to read it, decide and press. */
const OFFER_MS = 10_000

/**
 * The latest notice, shown for some seconds beside the drawing and never over it. A list keeps the rest, with what was
 * refused, which PointerMessage shows.
 */
export function NoticeLine({ log }: { log: NoticeLog }) {
  const t = useTranslator()
  const notices = useObserved(log, (all) => all.notices)
  const [over, setOver] = useState(0)
  const [seen, setSeen] = useState(0)
  const latest: Notice | undefined = notices.find(({ isRefusal }) => !isRefusal)
  const number = latest?.number ?? 0
  const offer = number > over ? latest?.offer : undefined
  const shownMs = latest?.offer ? OFFER_MS : SHOWN_MS
  useEffect(() => {
    const timer = setTimeout(() => setOver(number), shownMs)
    return () => clearTimeout(timer)
  }, [number, shownMs])
  const hasUnseen = notices.some((notice) => notice.number > seen && notice.tone !== 'info')
  return (
    <div className="notice-line">
      <div className="notice-text" aria-live="polite" data-tone={latest?.tone}>
        {latest && number > over && <span title={t.of(latest.message)}>{t.of(latest.message)}</span>}
      </div>
      {offer && (
        <Button
          size="compact-xs"
          variant="default"
          style={{ flexShrink: 0 }}
          onClick={() => {
            offer.run()
            setOver(number)
          }}
        >
          {t.of(offer.label)}
        </Button>
      )}
      <Popover position="bottom-end" width="24rem" onOpen={() => setSeen(notices[0]?.number ?? 0)} withinPortal>
        {/* The target is the button: a screen reader hears there that it opens something. */}
        <Indicator disabled={!hasUnseen} size={8} offset={6} color="red">
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('notice.history')}
              disabled={notices.length === 0}
            >
              <ScrollText size="1.1rem" />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
          <Stack gap={6} component="ol" className="notice-history" aria-label={t('notice.history')}>
            {notices.map((notice) => (
              <li key={notice.number} data-tone={notice.tone}>
                <Text size="xs" c="dimmed">
                  {t.moment(notice.at.toISOString())}
                </Text>
                <Text size="sm">{t.of(notice.message)}</Text>
              </li>
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
