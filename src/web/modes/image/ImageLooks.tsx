import { ActionIcon, Popover, Slider, Stack, Text, UnstyledButton } from '@mantine/core'
import { SunMedium } from 'lucide-react'
import { GAMMA_FILTER_ID } from '../../canvas/picture.ts'
import type { EditorSession } from '../../document/session.ts'
import { useSession } from '../../document/useSession.ts'
import './viewBar.css'
import { useTranslator } from '../../messages/useTranslator.tsx'

/** Brightness, contrast, gamma and saturation of all images of the job. */
export function ImageLooks({
  session,
  variant = 'subtle',
}: {
  session: EditorSession
  variant?: 'subtle' | 'default'
}) {
  const t = useTranslator()
  const { brightness, contrast, saturation, gamma } = useSession(session, ({ view }) => view)
  const isChanged = brightness !== 1 || contrast !== 1 || saturation !== 1 || gamma !== 1
  return (
    <>
      <GammaFilter gamma={gamma} />
      <Popover position="top" withArrow trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon
            size="sm"
            variant={isChanged ? 'filled' : variant}
            color={isChanged || variant === 'default' ? undefined : 'gray'}
            aria-label={t('image.looks')}
          >
            <SunMedium size="0.95rem" />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="xs" w={200}>
            <Factor
              label={t('image.brightness')}
              value={brightness}
              onChange={(value) => session.setView({ brightness: value })}
            />
            <Factor
              label={t('image.contrast')}
              value={contrast}
              onChange={(value) => session.setView({ contrast: value })}
            />
            <Factor label={t('image.gamma')} value={gamma} onChange={(value) => session.setView({ gamma: value })} />
            <Factor
              label={t('image.saturation')}
              value={saturation}
              onChange={(value) => session.setView({ saturation: value })}
            />
            <UnstyledButton
              className="view-bar-reset"
              onClick={() => session.setView({ brightness: 1, contrast: 1, saturation: 1, gamma: 1 })}
            >
              {t('image.resetLooks')}
            </UnstyledButton>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

/** Colours are taken as they are stored, as image viewers do it. */
const GammaFilter = ({ gamma }: { gamma: number }) => (
  <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
    <filter id={GAMMA_FILTER_ID} colorInterpolationFilters="sRGB">
      <feComponentTransfer>
        <feFuncR type="gamma" exponent={1 / gamma} />
        <feFuncG type="gamma" exponent={1 / gamma} />
        <feFuncB type="gamma" exponent={1 / gamma} />
      </feComponentTransfer>
    </filter>
  </svg>
)

interface FactorProps {
  label: string
  value: number
  onChange(value: number): void
}

function Factor({ label, value, onChange }: FactorProps) {
  return (
    <div>
      <Text size="xs">{label}</Text>
      <Slider
        thumbLabel={label}
        min={0.2}
        max={4}
        step={0.05}
        value={value}
        onChange={onChange}
        size="sm"
        label={null}
      />
    </div>
  )
}
