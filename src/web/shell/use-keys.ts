import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { openPalette, setKeyHelp } from './palette-state.ts'
import { useCreation } from './use-creation.ts'
import { steady } from '../time/page-time.ts'

/** Pages by the key behind `g`. */
export const pageKeys: Readonly<Record<string, string>> = {
  h: '/',
  c: '/checks',
  a: '/alerts',
  e: '/errors',
  r: '/reports',
  l: '/locations',
  n: '/channels',
  g: '/groups',
  i: '/incidents',
  m: '/maintenance',
  t: '/test-sessions',
  d: '/boards',
  s: '/status-pages',
  ',': '/settings',
}

const sequenceMs = 1_500

/** Whether keys are text for whatever has the focus. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select'))

/** The keys that work on every screen: ⌘K for the palette, ? for the list of keys, g and a letter for a page, / for the filter, and c to create what the screen is about. */
export function useKeys(): void {
  const navigate = useNavigate()
  const creation = useCreation()
  useEffect(() => {
    let pageUntil = 0
    const onKey = (event: KeyboardEvent): void => {
      if (hasModifier(event)) return openOnShortcut(event)
      if (event.altKey || isTyping(event.target)) return
      const page = pageKeys[event.key]
      if (pageUntil > steady() && page !== undefined) {
        pageUntil = 0
        event.preventDefault()
        return void navigate({ to: page })
      }
      pageUntil = event.key === 'g' ? steady() + sequenceMs : 0
      singleKeys[event.key]?.(event)
    }
    const singleKeys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
      '?': () => setKeyHelp(true),
      ...(creation !== null && { c: () => void navigate({ to: creation }) }),
      '/': focusFilter,
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate, creation])
}

function focusFilter(event: KeyboardEvent): void {
  const filter = document.querySelector<HTMLInputElement>('input[type=search]')
  if (filter === null) return
  event.preventDefault()
  filter.focus()
}

const hasModifier = ({ metaKey, ctrlKey }: KeyboardEvent): boolean => metaKey || ctrlKey

function openOnShortcut(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'k') return
  event.preventDefault()
  openPalette()
}
