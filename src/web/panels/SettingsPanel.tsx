import { Button, Slider, Stack, Switch, Text } from '@mantine/core'
import { Keyboard } from 'lucide-react'
import { isFlat } from '../../model/annotationTypes/rulesOf.ts'
import { useSession } from '../document/useSession.ts'
import { DEFAULT_VIEW, type ViewOptions } from '../document/viewOptions.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useShell } from '../workbench/shellContext.ts'

/** How this person likes to see jobs, and the keys. */
export function SettingsPanel() {
  const t = useTranslator()
  const { session, setDialog } = useShell()
  const view = useSession(session, (open) => open.view)
  const set = (change: Partial<ViewOptions>) => session.setView(change)
  const { annotationType } = session.document
  const isOfImages = isFlat(annotationType)
  const { frames } = session.job.content
  const hasImages = frames.some((one) => !('sensors' in one) || one.sensors.some(({ image }) => image !== null))
  return (
    <div className="sidebar-scroll">
      <Stack gap="md">
        {hasImages && (
          <>
            <Factor
              label={t('settings.brightness')}
              value={view.brightness}
              onChange={(brightness) => set({ brightness })}
            />
            <Factor label={t('settings.contrast')} value={view.contrast} onChange={(contrast) => set({ contrast })} />
            <Factor
              label={t('settings.saturation')}
              value={view.saturation}
              onChange={(saturation) => set({ saturation })}
            />
          </>
        )}
        {isOfImages && (
          <div>
            <Text size="sm">{t('settings.fill')}</Text>
            <Slider
              min={0}
              max={1}
              step={0.05}
              value={view.fillOpacity}
              onChange={(fillOpacity) => set({ fillOpacity })}
              label={(value) => t.number(value, { style: 'percent' })}
              thumbLabel={t('settings.fill')}
            />
          </div>
        )}
        <Switch
          label={t('settings.labels')}
          checked={view.tags}
          onChange={(e) => set({ tags: e.currentTarget.checked })}
        />
        {isOfImages && (
          <>
            <Switch
              label={t('settings.snap')}
              checked={view.snap}
              onChange={(e) => set({ snap: e.currentTarget.checked })}
            />
            <Switch
              label={t('settings.crosshair')}
              checked={view.crosshair}
              onChange={(e) => set({ crosshair: e.currentTarget.checked })}
            />
          </>
        )}
        {!isOfImages && (
          <Text size="xs" c="dimmed">
            {t('settings.points')}
          </Text>
        )}
        <Button variant="default" size="xs" onClick={() => session.setView(DEFAULT_VIEW)}>
          {t('settings.reset')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<Keyboard size="1rem" />}
          onClick={() => setDialog({ kind: 'keys' })}
        >
          {t('settings.keys')}
        </Button>
      </Stack>
    </div>
  )
}

function Factor({ label, value, onChange }: { label: string; value: number; onChange(value: number): void }) {
  return (
    <div>
      <Text size="sm">{label}</Text>
      <Slider
        min={0.2}
        max={3}
        step={0.05}
        value={value}
        onChange={onChange}
        marks={[{ value: 1 }]}
        label={(factor) => `${Math.round(factor * 100)} %`}
        thumbLabel={label}
      />
    </div>
  )
}
