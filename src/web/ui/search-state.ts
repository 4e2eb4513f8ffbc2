import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { steady } from '../time/page-time.ts'

export type Search = Readonly<Record<string, string>>

/** Changes of the same parameters that follow each other so soon are one step of the history. */
const oneStepMs = 1_000
let last = { names: '', at: Number.NEGATIVE_INFINITY }

/** Whether the step back shall lead to what was before this change, not to the one just before it. */
function isStep(changes: Readonly<Record<string, string>>): boolean {
  const change = { names: [location.pathname, ...Object.keys(changes).toSorted()].join(), at: steady() }
  const passedMs = change.at - last.at
  // Less than nothing has passed when another page began its time after the last change.
  const isAnother = change.names !== last.names || passedMs >= oneStepMs || passedMs < 0
  last = change
  return isAnother
}

/**
 * The search parameters of the screen, and a function that changes some of them; an empty text removes one. The browser's
 * Back undoes the last change.
 */
export function useSearchState(): readonly [Search, (changes: Readonly<Record<string, string>>) => void] {
  const all: Search = useSearch({ strict: false })
  // The account of an address is no state of the screen.
  const search = useMemo(() => Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'account')), [all])
  const navigate = useNavigate()
  const change = (changes: Readonly<Record<string, string>>): void => {
    // Of the moment: another change may have come since this was rendered.
    const changed = (current: Search): Search =>
      Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ''))
    void navigate({ to: '.', search: changed, replace: !isStep(changes) })
  }
  return [search, change]
}
