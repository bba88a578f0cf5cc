import { Menu } from '@mantine/core'
import { useTranslator } from '../messages/useTranslator.tsx'
import { KeyOf } from '../workbench/keys/Keys.tsx'
import type { OpenMenu } from './timelineCanvas.ts'

/** Context menu of the timeline. */
export function TimelineMenu({ menu, onClose }: { menu: OpenMenu | null; onClose(): void }) {
  const t = useTranslator()
  if (!menu) return null
  return (
    <Menu opened onClose={onClose} position="top-start" withinPortal>
      <Menu.Target>
        <span className="timeline-menu-place" style={{ left: menu.x, top: menu.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        {menu.entries.map(({ id, label, run }) => (
          <Menu.Item key={t.of(label)} onClick={run} rightSection={id && <KeyOf command={id} />}>
            {t.of(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
