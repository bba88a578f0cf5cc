import { Select } from '@mantine/core'
import { OVERLAY_STATES, type OverlayNames } from '../../document/openOverlay.ts'
import { candidateLook } from '../../document/overlayLook.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { OVERLAY } from '../../tokens.ts'
import { useShell } from '../../workbench/shellContext.ts'
import { LineSample } from './LineSample.tsx'

/** The meaning and number of the lines; a press hides or shows a state. */
export function OverlayLegend({ names }: { names: OverlayNames }) {
  const t = useTranslator()
  const { session } = useShell()
  const { overlay } = session
  const { all, filter, decides } = useSession(session, () => ({
    all: overlay.all,
    filter: overlay.filter,
    decides: overlay.decides,
  }))
  const labels = [...new Set(all.flatMap(({ sides }) => sides.flatMap((side) => side?.label ?? [])))].sort()
  const states = OVERLAY_STATES.filter((state) => !decides || (state !== 'equal' && state !== 'extra'))
  return (
    <>
      {decides && (
        <div className="compare-legend">
          {names.map((name, index) => (
            <span key={name} className="compare-key">
              <LineSample look={candidateLook(index)} /> {name.slice(-1)}
            </span>
          ))}
        </div>
      )}
      <fieldset className="compare-legend" aria-label={t('compare.states')}>
        {states.map((state) => {
          const isShown = filter.states.has(state)
          const others = [...filter.states].filter((one) => one !== state)
          return (
            <button
              key={state}
              type="button"
              className="compare-key"
              aria-pressed={isShown}
              onClick={() => overlay.setFilter({ states: new Set(isShown ? others : [...others, state]) })}
            >
              {!decides && <LineSample look={OVERLAY[state]} />}
              {t(`compare.state.${state}`)}
              <span className="numbers">{t.number(all.filter((one) => one.state === state).length)}</span>
            </button>
          )
        })}
        {!decides && (
          <span className="compare-key">
            <LineSample look={OVERLAY.movedFrom} /> {t('compare.movedFrom')}
          </span>
        )}
      </fieldset>
      {labels.length > 1 && (
        <Select
          size="xs"
          clearable
          aria-label={t('compare.class')}
          placeholder={t('compare.anyClass')}
          data={labels}
          value={filter.label}
          onChange={(label) => overlay.setFilter({ label })}
        />
      )}
    </>
  )
}
