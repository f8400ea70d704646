// The visual design as a Mantine theme. The colours for each role are in theme.css.
import './theme.css'
import './base.css'
import './library.css'
import '@fontsource-variable/geist/wght.css'
// The styles of all Mantine components in use, in Mantine's order and in one place. If they were split over lazy chunks, the order of equally
// specific rules would depend on the order of loading.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import '@mantine/core/styles/Tabs.layer.css'
import '@mantine/notifications/styles.layer.css'
import {
  convertCssVariables,
  createTheme,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  MantineProvider,
  mergeMantineTheme,
  type MantineColorsTuple,
  type MantineColorSchemeManager,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { readCookie, writeCookie } from './ui/cookie.ts'
import { selectOnFocus } from './ui/form/selectOnFocus.ts'
import { PHONE } from './ui/usePhone.ts'

// Every call below passes exactly ten shades, as many as a Mantine colour has, so the cast is safe.
const ramp = (shades: string) => shades.split(' ').map((shade) => `#${shade}`) as unknown as MantineColorsTuple

/** Opening animation of overlays. Closing is immediate, so content never changes while it fades and no invisible overlay covers the page. */
const motion = { duration: 130, exitDuration: 0, timingFunction: 'cubic-bezier(.2, 0, 0, 1)' }
const transitionProps = {
  transition: { in: { opacity: 1, transform: 'none' }, out: { opacity: 0, transform: 'translateY(4px)' }, transitionProperty: 'opacity, transform' },
  ...motion,
}

const theme = createTheme({
  components: {
    ModalRoot: { defaultProps: { transitionProps } },
    // The drawer gets only our durations, so that it keeps Mantine's default transition, a slide from its edge.
    DrawerRoot: { defaultProps: { transitionProps: motion } },
    Popover: { defaultProps: { transitionProps } },
    // Selects the number on focus. Otherwise typed digits would land among the cents or after the existing value.
    NumberInput: { defaultProps: selectOnFocus },
    // A scrollable list would be a Tab stop. Tabbing to it would close the list and lose the focus, so the list is taken out of the tab order.
    ComboboxOptions: { defaultProps: { tabIndex: -1 } },
    // Without Mantine's focus placeholder, which is no menu item, the first item takes the focus.
    Menu: { defaultProps: { transitionProps, withInitialFocusPlaceholder: false } },
  },
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  white: '#FFFFFF',
  black: '#1C1C1B',
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: "'Geist Variable', system-ui, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "'Geist Variable', system-ui, 'Segoe UI', sans-serif",
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  fontSizes: { xs: '.75rem', sm: '.8125rem', md: '.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
      h4: { fontSize: '13px', lineHeight: '18px' },
    },
  },
  spacing: { xs: '.5rem', sm: '.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '16px' },
  breakpoints: { xs: '30em', sm: PHONE, md: '64em', lg: '80em', xl: '100em' },
  lineHeights: { xs: '1.3334', sm: '1.3847', md: '1.4286', lg: '1.5', xl: '1.4' },
  shadows: { sm: 'var(--shadow-1)', md: 'var(--shadow-2)', lg: 'var(--shadow-2)', xl: 'var(--shadow-3)' },
  colors: {
    accent: ramp('F5F8FE E7EFFE D1E0FF B3CCFE 8FB3FE 6797FE 487BF0 3466DD 2858CD 1942A8'),
    gray: ramp('FAFAF9 F5F5F4 EDEDEC E3E3E2 D4D4D3 A5A4A3 696968 50504F 2E2E2D 161615'),
    dark: ramp('EAEBED C7C7C9 A0A0A3 8E8E91 333336 2A2A2D 202022 171719 0E0E10 080809'),
    red: ramp('FEF6F5 FFE9E6 FFD4CF FEB7B1 FC928A F06C66 DC4847 C72D31 B71824 940215'),
    green: ramp('F2FAF4 E5F3E8 CDE8D3 AFD8B8 89C599 62AF79 3D985C 208548 05773B 035D2D'),
    yellow: ramp('FEF6EF F8ECE0 F2DBC5 E8C5A1 DAAA76 C98D49 B47318 9C6105 8B5505 6D4202'),
  },
})

const roles = {
  text: 'text',
  body: 'sheet',
  dimmed: 'text-3',
  error: 'danger-text',
  success: 'ok-text',
  anchor: 'accent-text',
  'default-border': 'line-3',
  'default-hover': 'hover-2',
  placeholder: 'placeholder',
  disabled: 'disabled',
  'disabled-color': 'disabled-text',
}
const colors = Object.fromEntries(Object.entries(roles).map(([name, role]) => [`--mantine-color-${name}`, `var(--${role})`]))

const byDefault = defaultCssVariablesResolver(DEFAULT_THEME)
const own = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
/** The variables whose values differ from those in default-css-variables.layer.css. */
const unlike = (part: 'variables' | 'light' | 'dark') => {
  const said: Record<string, string> = byDefault[part]
  return Object.fromEntries(Object.entries(own[part]).filter(([name, value]) => value !== said[name]))
}
/** Built once, because MantineProvider would rebuild these variables for every page, which takes a fifth of the render time. */
const variables = convertCssVariables({
  variables: unlike('variables'),
  // Written under both schemes, because Mantine sets its own values under both, and of two equally specific rules the later one wins.
  light: { ...unlike('light'), ...colors },
  dark: { ...unlike('dark'), ...colors },
})

const THEMES = ['light', 'dark'] as const
/** Keeps the colour scheme in a cookie, so that the server renders with it and no other scheme flashes up. */
const colorSchemeManager: MantineColorSchemeManager = {
  get: (initial) => THEMES.find((scheme) => scheme === readCookie('tema')) ?? initial,
  set: (scheme) => writeCookie('tema', scheme),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => writeCookie('tema', ''),
}

export function Theme({ initial, nonce, children }: { initial: 'light' | 'dark' | 'auto'; nonce: string; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme={initial}
      getStyleNonce={() => nonce}
    >
      <style nonce={nonce}>{variables}</style>
      {children}
    </MantineProvider>
  )
}
