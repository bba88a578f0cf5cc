import { ActionIcon, Button, NativeSelect, Slider, Tooltip } from '@mantine/core'
import { Minus, Plus, SquareDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Observable } from '../../document/watch.ts'
import type { Orbit } from '../../view3d/orbit.ts'
import { POINT_SIZES_PX } from './sceneEditor.ts'
import { useEditor } from './useEditor.ts'

interface LookedAt<Color extends string> extends Observable {
  readonly orbit: Orbit
  readonly view: { color: Color; sizePx: number }
  setOrbit(orbit: Orbit): void
  setView(change: { color?: Color; sizePx?: number }): void
  changed(): void
  fitView(): void
}

export interface ColorChoice<Color extends string> {
  value: Color
  label: string
  /** Why the points cannot be shown so; null: they can. */
  refusal: string | null
}

interface Props<Color extends string> {
  editor: LookedAt<Color>
  colors: readonly ColorChoice<Color>[]
  /** What a mode has besides. */
  children?: ReactNode
}

/** How a cloud is looked at: from above or not, colours, size of points, all of it. */
export function LookControls<Color extends string>({ editor, colors, children }: Props<Color>) {
  const view = useEditor(editor, (e) => e.view)
  const isTop = useEditor(editor, (e) => e.orbit.kind === 'top')
  return (
    <div className="sensors-bar">
      <Tooltip label="From above, or in perspective (V)">
        <Button
          size="compact-xs"
          variant={isTop ? 'filled' : 'default'}
          aria-pressed={isTop}
          onClick={() => {
            editor.setOrbit({ ...editor.orbit, kind: isTop ? 'perspective' : 'top' })
            editor.changed()
          }}
        >
          Top
        </Button>
      </Tooltip>
      <NativeSelect
        size="xs"
        w="9.5rem"
        aria-label="Colour of the points by"
        value={view.color}
        onChange={({ currentTarget }) => {
          const chosen = colors.find(({ value }) => value === currentTarget.value)
          if (chosen) editor.setView({ color: chosen.value })
          // Keys belong to the view again, not to the list.
          currentTarget.blur()
        }}
        data={colors.map(({ value, label, refusal }) => ({
          ...{ value, label: label + (refusal ? ` (${refusal})` : '') },
          disabled: refusal !== null,
        }))}
      />
      <Minus size="0.75rem" aria-hidden />
      <Slider
        w="4.5rem"
        size="xs"
        label={null}
        thumbLabel="Size of the points in pixels"
        min={POINT_SIZES_PX[0]}
        max={POINT_SIZES_PX[1]}
        step={0.5}
        value={view.sizePx}
        onChange={(sizePx) => editor.setView({ sizePx })}
      />
      <Plus size="0.75rem" aria-hidden />
      {children}
      <Tooltip label="All in view (Space)">
        <ActionIcon size="sm" variant="default" aria-label="All in view" onClick={() => editor.fitView()}>
          <SquareDashed size="0.9rem" />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
