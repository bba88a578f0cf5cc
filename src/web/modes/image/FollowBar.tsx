import { Button, NumberInput, Progress, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useObserved } from '../../document/useObserved.ts'
import { oneOf } from '../../kit/oneOf.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { BoxFollowing, FollowDirection } from './boxFollowing.ts'

const DIRECTIONS: readonly FollowDirection[] = ['back', 'both', 'ahead']

/** How far the selected boxes are followed, then how far that is. */
export function FollowBar({ following, frameCount }: { following: BoxFollowing; frameCount: number }) {
  const t = useTranslator()
  const state = useObserved(following, (open) => open.state)
  const [direction, setDirection] = useState<FollowDirection>('ahead')
  const [frames, setFrames] = useState<number | null>(null)
  if (state.kind === 'closed') return null
  const cancel = (
    <Button size="compact-sm" variant="default" onClick={() => following.close()}>
      {t('common.cancel')}
    </Button>
  )
  if (state.kind === 'running') {
    return (
      <div className="follow-bar" role="status">
        {t('follow.running', { done: state.done, total: state.total })}
        <Progress
          aria-label={t('follow.title')}
          size="sm"
          w="8rem"
          value={(100 * state.done) / Math.max(1, state.total)}
        />
        {cancel}
      </div>
    )
  }
  const words = { back: t('follow.back'), both: t('follow.both'), ahead: t('follow.ahead') }
  return (
    <form
      className="follow-bar"
      aria-label={t('follow.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void following.start({ direction, frames })
      }}
      onKeyDown={(event) => event.key === 'Escape' && following.close()}
    >
      <SegmentedControl
        size="xs"
        aria-label={t('follow.direction')}
        value={direction}
        data={DIRECTIONS.map((value) => ({ value, label: words[value] }))}
        onChange={(value) => setDirection(oneOf(DIRECTIONS, value) ?? 'ahead')}
      />
      <NumberInput
        size="xs"
        w="9rem"
        aria-label={t('follow.frames')}
        placeholder={t('follow.toTheEnd')}
        min={1}
        max={frameCount - 1}
        allowDecimal={false}
        value={frames ?? ''}
        onChange={(value) => setFrames(typeof value === 'number' ? value : null)}
      />
      <Button type="submit" size="compact-sm" data-autofocus autoFocus>
        {t('follow.start')}
      </Button>
      {cancel}
    </form>
  )
}
