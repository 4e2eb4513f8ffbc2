import { useSyncExternalStore } from 'react'
import { onThemeChange } from '../../shell/theme.tsx'
import type { State } from '../../ui/status.tsx'

/** Colours as a canvas knows them. */
export type MarkColours = Readonly<Record<State | 'focus', string>>

const properties: Readonly<Record<keyof MarkColours, string>> = {
  PASSING: '--c-pass-mark',
  DEGRADED: '--c-deg-mark',
  FAILING: '--c-fail-mark',
  UNKNOWN: '--c-unk-mark',
  PAUSED: '--c-paus-mark',
  PENDING: '--c-paus-mark',
  focus: '--c-focus',
}

let known: MarkColours | null = null

/** The colours of the theme, the same object until the theme changes. */
export const useMarkColours = (): MarkColours => useSyncExternalStore(follow, () => (known ??= readColours()))

const follow = (notify: () => void): (() => void) =>
  onThemeChange(() => {
    known = null
    notify()
  })

/** A canvas does not know light-dark(): the browser resolves it for an element, once for all canvases. */
function readColours(): MarkColours {
  const probe = document.createElement('span')
  probe.hidden = true
  document.body.append(probe)
  const resolved = Object.entries(properties).map(([name, property]) => {
    probe.style.color = `var(${property})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(resolved) as MarkColours
}
