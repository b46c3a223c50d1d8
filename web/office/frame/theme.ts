/** The Mantine theme: it refers to the product's design tokens and defines no values of its own. */
import {
  Button,
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  Textarea,
} from '@mantine/core';
import type { FocusEvent } from 'react';
import button from './button.module.css';
import passwordInput from './password-input.module.css';
import textArea from './text-area.module.css';

const shades = (tokens: string) => tokens.split(' ').map((token) => `var(--${token})`) as unknown as MantineColorsTuple;

/** The browser scrolls to the caret only, so the lower edge of a text area and its focus ring may be out of sight. */
const showWhole = (event: FocusEvent<HTMLTextAreaElement>) => event.currentTarget.scrollIntoView({ block: 'nearest' });

export const theme = createTheme({
  colors: {
    spruce: colorsTuple('var(--color-accent)'),
    brick: colorsTuple('var(--color-error)'),
    gray: shades(
      'stone-0 color-hover stone-2 color-line stone-4 color-line-strong stone-6 color-ink-soft color-ink-soft stone-9',
    ),
    dark: shades(
      'color-ink night-1 color-ink-soft night-3 color-line-strong color-line night-6 color-paper color-ground color-rail',
    ),
  },
  primaryColor: 'spruce',
  primaryShade: { light: 7, dark: 3 },
  fontFamily: 'var(--font)',
  fontSizes: {
    xs: '0.8125rem',
    sm: 'var(--text-small)',
    md: '1rem',
    lg: 'var(--text-body)',
    xl: 'var(--text-large)',
  },
  lineHeights: { xs: '1.5', sm: '1.5', md: 'var(--leading)', lg: 'var(--leading)', xl: 'var(--leading)' },
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-5)',
    xl: 'var(--space-6)',
  },
  defaultRadius: 'md',
  radius: { sm: '0.25rem', md: 'var(--radius)', lg: 'var(--radius-large)' },
  // The accent is dark in the light scheme and light in the dark one, so the text on it changes too.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'filled' ? { color: 'var(--color-on-accent)' } : {}),
  }),
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: Button.extend({
      defaultProps: { size: 'md' },
      classNames: { root: button.root, label: button.label, loader: button.loader },
    }),
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: {
      defaultProps: { size: 'md' },
      classNames: { input: passwordInput.input, innerInput: passwordInput.inner },
    },
    Textarea: Textarea.extend({
      defaultProps: { size: 'md', onFocusCapture: showWhole },
      classNames: { input: textArea.input },
    }),
    NativeSelect: { defaultProps: { size: 'md' } },
    // Their boxes are 24 pixels wide, the smallest target.
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.5 },
        // The keys of a screen do nothing until the dialogue is removed, so a fade would lose a key pressed during it.
        transitionProps: { exitDuration: 0 },
        // A focused field must not scroll under the title or the buttons, which are sticky.
        styles: {
          title: { fontSize: 'var(--text-large)', fontWeight: 600 },
          content: { scrollPaddingBlock: '4.5rem 5.5rem' },
        },
      },
    },
  },
});

/** Both schemes use the same variables: `office-tokens.css` gives each token its dark value. */
export const variables: CSSVariablesResolver = () => {
  const tokens = {
    '--mantine-color-body': 'var(--color-ground)',
    '--mantine-color-text': 'var(--color-ink)',
    '--mantine-color-dimmed': 'var(--color-ink-soft)',
    '--mantine-color-placeholder': 'var(--color-ink-soft)',
    '--mantine-color-default': 'var(--color-paper)',
    '--mantine-color-default-hover': 'var(--color-hover)',
    '--mantine-color-default-color': 'var(--color-ink)',
    '--mantine-color-default-border': 'var(--color-line-strong)',
    '--mantine-color-error': 'var(--color-error)',
    '--mantine-color-anchor': 'var(--color-accent)',
    '--mantine-primary-color-filled': 'var(--color-accent)',
    '--mantine-primary-color-filled-hover': 'var(--color-accent-strong)',
    '--mantine-primary-color-contrast': 'var(--color-on-accent)',
    '--mantine-color-spruce-filled': 'var(--color-accent)',
    '--mantine-color-spruce-filled-hover': 'var(--color-accent-strong)',
    '--mantine-color-spruce-light': 'var(--color-accent-soft)',
    '--mantine-color-spruce-light-hover': 'var(--color-hover)',
    '--mantine-color-spruce-light-color': 'var(--color-accent)',
    '--mantine-color-spruce-outline': 'var(--color-accent)',
    '--mantine-color-brick-filled': 'var(--color-error)',
    '--mantine-color-brick-filled-hover': 'var(--color-rejected)',
    '--mantine-color-brick-light': 'var(--color-error-soft)',
    '--mantine-color-brick-light-hover': 'var(--color-rejected-soft)',
    '--mantine-color-brick-light-color': 'var(--color-error)',
    '--mantine-color-brick-outline': 'var(--color-error)',
  };
  return { variables: {}, light: tokens, dark: tokens };
};
