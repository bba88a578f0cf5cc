import { ActionIcon, Button, NativeSelect, Slider, Tooltip } from '@mantine/core'
import { Minus, Plus, SquareDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Observable } from '../../document/observable.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { Orbit } from '../../view3d/orbit.ts'
import { useKeyed } from '../../workbench/keys/Keys.tsx'
import { POINT_SIZES_PX } from './sceneEditor.ts'

interface LookedAt<Color extends string> extends Observable {
  readonly orbit: Orbit
  readonly view: { color: Color; sizePx: number }
  setOrbit(orbit: Orbit): void
  setView(change: { color?: Color; sizePx?: number }): void
  fitView(): void
}

export interface ColorChoice<Color extends string> {
  value: Color
  /** Includes the reason if the points cannot be shown this way. */
  label: string
  isDisabled: boolean
}

interface Props<Color extends string> {
  editor: LookedAt<Color>
  colors: readonly ColorChoice<Color>[]
  /** The prefix of the view's commands, such as `cloud` of `cloud.top`. */
  commands: string
  /** Further controls of a mode. */
  children?: ReactNode
}

/** Controls for the view of a cloud: top view, colours, size of points, fitting all of it. */
export function LookControls<Color extends string>({ editor, colors, commands, children }: Props<Color>) {
  const keyed = useKeyed()
  const t = useTranslator()
  const view = useObserved(editor, (e) => e.view)
  const isTop = useObserved(editor, (e) => e.orbit.kind === 'top')
  return (
    <div className="sensors-bar">
      <Tooltip label={keyed(t('look.topHint'), `${commands}.top`)}>
        <Button
          size="compact-xs"
          variant={isTop ? 'filled' : 'default'}
          aria-pressed={isTop}
          onClick={() => editor.setOrbit({ ...editor.orbit, kind: isTop ? 'perspective' : 'top' })}
        >
          {t('look.top')}
        </Button>
      </Tooltip>
      <NativeSelect
        size="xs"
        w="9.5rem"
        aria-label={t('color.by')}
        value={view.color}
        onChange={({ currentTarget }) => {
          const chosen = colors.find(({ value }) => value === currentTarget.value)
          if (chosen) editor.setView({ color: chosen.value })
          // Keys belong to the view again, not to the list.
          currentTarget.blur()
        }}
        data={colors.map(({ value, label, isDisabled }) => ({ value, label, disabled: isDisabled }))}
      />
      <Minus size="0.75rem" aria-hidden />
      <Slider
        w="4.5rem"
        size="xs"
        label={null}
        thumbLabel={t('look.pointSize')}
        min={POINT_SIZES_PX[0]}
        max={POINT_SIZES_PX[1]}
        step={0.5}
        value={view.sizePx}
        onChange={(sizePx) => editor.setView({ sizePx })}
      />
      <Plus size="0.75rem" aria-hidden />
      {children}
      <Tooltip label={keyed(t('look.fit'), `${commands}.focus`)}>
        <ActionIcon size="sm" variant="default" aria-label={t('look.fit')} onClick={() => editor.fitView()}>
          <SquareDashed size="0.9rem" />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
