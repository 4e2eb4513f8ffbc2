import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

export type Search = Readonly<Record<string, string>>

/** The search parameters of the screen, and a function that changes some of them; an empty text removes one. */
export function useSearchState(): readonly [Search, (changes: Readonly<Record<string, string>>) => void] {
  const all: Search = useSearch({ strict: false })
  // The account of an address is no state of the screen.
  const search = useMemo(() => Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'account')), [all])
  const navigate = useNavigate()
  const change = (changes: Readonly<Record<string, string>>): void => {
    // Of the moment: another change may have come since this was rendered.
    const changed = (current: Search): Search =>
      Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ''))
    void navigate({ to: '.', search: changed, replace: true })
  }
  return [search, change]
}
