import { SunMoon } from 'lucide-react'
import { texts } from '../strings/index.ts'
import { Button } from '../ui/button.tsx'

const storageKey = 'belfry.theme'

/** Applies the theme chosen in this browser; without one the system decides. */
export function applyTheme(): void {
  const chosen = localStorage.getItem(storageKey)
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
}

/** Light becomes dark, and dark light, in this browser. */
export function switchTheme(): void {
  const isDark =
    (document.documentElement.dataset['theme'] ??
      (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
  localStorage.setItem(storageKey, isDark ? 'light' : 'dark')
  applyTheme()
  for (const notify of followers) notify()
}

const followers = new Set<() => void>()
const systemPreferences = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']

/** Calls the function when the page has other colours, until what it returns is called. */
export function onThemeChange(notify: () => void): () => void {
  const preferences = systemPreferences.map((query) => matchMedia(query))
  followers.add(notify)
  for (const preference of preferences) preference.addEventListener('change', notify)
  return () => {
    followers.delete(notify)
    for (const preference of preferences) preference.removeEventListener('change', notify)
  }
}

export const ThemeButton = () => (
  <Button kind="ghost" size="small" isIcon className="end" aria-label={texts.shell.theme} onClick={switchTheme}>
    <SunMoon className="ic" aria-hidden="true" />
  </Button>
)
