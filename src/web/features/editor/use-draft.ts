import { useEffect, useState } from 'react'
import { draftPrefix } from '../../session/drafts.ts'
import { useSession } from '../../session/session.tsx'
import { typedBody } from '../../ui/form/body.ts'
import type { CheckDraft } from '../../check-forms/check-draft.ts'

interface StoredDraft {
  readonly draft: CheckDraft
  readonly wasRestored: boolean
  /** Whether something is stored, which is what differs from what it began with. */
  readonly isKept: () => boolean
  readonly set: (draft: CheckDraft) => void
  /** Forgets what was stored, and begins again. */
  readonly reset: (draft: CheckDraft) => void
}

/** The name of the draft of a new check of a type. */
export const newCheckDraft = (type: string): string => `new.${type}`

/** Where drafts of checks of an account are stored, by their names. */
const useDraftKey = (): ((name: string) => string) => {
  const { id } = useSession().account
  return (name) => `${draftPrefix}${id}.check.${name}`
}

/**
 * A check that is being edited, kept in this tab until it is saved, so that a reload loses nothing. It begins with what
 * was stored, or `given`, or `initial`.
 */
export function useDraft(name: string, initial: CheckDraft, given: CheckDraft | null = null): StoredDraft {
  const key = useDraftKey()(name)
  const [stored] = useState(() => read(key))
  const [draft, setDraft] = useState(stored ?? given ?? initial)
  const [wasRestored, setRestored] = useState(stored !== null)
  const [clean, setClean] = useState(initial)
  useEffect(() => {
    if (JSON.stringify(draft) === JSON.stringify(clean)) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  }, [key, draft, clean])
  return {
    draft,
    wasRestored,
    isKept: () => sessionStorage.getItem(key) !== null,
    set: setDraft,
    reset: (next) => {
      sessionStorage.removeItem(key)
      setRestored(false)
      setClean(next)
      setDraft(next)
    },
  }
}

/** Forgets the draft of a name. */
export function useForgetDraft(): (name: string) => void {
  const keyOf = useDraftKey()
  return (name) => sessionStorage.removeItem(keyOf(name))
}

interface StoredDrafts {
  /** The stored drafts by their names. */
  readonly drafts: ReadonlyMap<string, CheckDraft>
  readonly discard: (name: string) => void
}

/** The drafts of these names that are stored. */
export function useStoredDrafts(names: readonly string[]): StoredDrafts {
  const keyOf = useDraftKey()
  const forget = useForgetDraft()
  const find = (): ReadonlyMap<string, CheckDraft> =>
    new Map(
      names.flatMap((name) => {
        const draft = read(keyOf(name))
        return draft === null ? [] : [[name, draft] as const]
      }),
    )
  const [drafts, setDrafts] = useState(find)
  const discard = (name: string): void => {
    forget(name)
    setDrafts(find())
  }
  return { drafts, discard }
}

function read(key: string): CheckDraft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return stored === null ? null : typedBody(stored)
  } catch {
    return null
  }
}
