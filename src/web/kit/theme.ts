import { createTheme, type MantineColorsTuple } from '@mantine/core'
import type { Translator } from '../messages/translator.ts'

// Cool greys; the step from text (0–2) to ground (6–9) keeps at least 4.5:1 for the smallest print.
const dark: MantineColorsTuple = [
  '#e8eaee',
  '#d3d8df',
  '#b3bbc7',
  '#8b95a4',
  '#454d5a',
  '#333a46',
  '#252b34',
  '#191d24',
  '#13161c',
  '#0d1014',
]

/** The look of all components; words of the library's own buttons in the person's language. */
export const themeOf = (t: Translator) =>
  createTheme({
    colors: { dark },
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
