import { useNavigate, useSearch } from '@tanstack/react-router'

export type Search = Readonly<Record<string, string>>

/** The search parameters of the screen, and a function that changes some of them; an empty text removes one. */
export function useSearchState(): readonly [Search, (changes: Readonly<Record<string, string>>) => void] {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: Readonly<Record<string, string>>): void => {
    const entries = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== '')
    void navigate({ to: '.', search: Object.fromEntries(entries), replace: true })
  }
  return [search, change]
}
