import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import type { Translator } from '../messages/translator.ts'
import { FILLED_HOVER, GREYS, PRINT } from '../tokens.ts'

/** The look of all components; words of the library's own buttons in the person's language. */
export const themeOf = (t: Translator) =>
  createTheme({
    colors: { dark: GREYS },
    primaryColor: 'cyan',
    primaryShade: 9,
    autoContrast: true,
    luminanceThreshold: 0.25,
    defaultRadius: 'sm',
    fontFamily: 'Inter, system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
    fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { size: 'sm' } },
      Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
      Modal: {
        defaultProps: {
          centered: true,
          overlayProps: { backgroundOpacity: 0.6 },
          closeButtonProps: { 'aria-label': t('common.close') },
        },
      },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('common.close') } } },
      PasswordInput: {
        defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('people.showPassword') } },
      },
      Table: { defaultProps: { verticalSpacing: 6, highlightOnHover: true } },
    },
  })

const HOVERS = {
  '--mantine-primary-color-filled-hover': FILLED_HOVER,
  '--mantine-color-cyan-filled-hover': FILLED_HOVER,
}

/** Mantine's own are too faint for small print on white and on their tints. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...HOVERS,
    ...Object.fromEntries(
      Object.entries(PRINT).flatMap(([name, colour]) => [
        [`--mantine-color-${name}-light-color`, colour],
        [`--mantine-color-${name}-text`, colour],
      ]),
    ),
  },
  dark: HOVERS,
})
