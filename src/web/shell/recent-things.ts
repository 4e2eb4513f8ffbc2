import { searchKinds } from '#contract'
import type { SearchKind } from '#contract'

/** A variable has no page. */
export interface Thing {
  readonly kind: Exclude<SearchKind, 'variable'>
  readonly id: string
  readonly name: string
}

const most = 6

/** Under which a browser keeps what was opened in an account. */
export const recentKey = (accountId: string): string => `belfry.recent.${accountId}`

/** The things that were opened last, the latest first. */
export function recentThings(key: string): readonly Thing[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isThing) : []
  } catch {
    return []
  }
}

const kinds: readonly unknown[] = searchKinds.filter((kind) => kind !== 'variable')

const isThing = (stored: unknown): stored is Thing => {
  const { kind, id, name }: Partial<Record<keyof Thing, unknown>> = Object(stored)
  return kinds.includes(kind) && typeof id === 'string' && typeof name === 'string'
}

export function remember(key: string, thing: Thing): void {
  const others = recentThings(key).filter(({ kind, id }) => kind !== thing.kind || id !== thing.id)
  localStorage.setItem(key, JSON.stringify([thing, ...others].slice(0, most)))
}
