import { useEffect, useState } from 'react'
import { draftPrefix } from '../../session/drafts.ts'
import { useSession } from '../../session/session.tsx'
import type { Body } from '../../ui/form/body.ts'

export interface Draft {
  readonly type: string
  readonly body: Body
}

interface StoredDraft {
  readonly draft: Draft
  readonly wasRestored: boolean
  /** Whether something is stored, which is what differs from what it began with. */
  readonly isKept: () => boolean
  readonly set: (draft: Draft) => void
  /** Discards the stored draft and starts again. */
  readonly reset: (draft: Draft) => void
}

/** The draft of a check, kept in this tab until it is saved, so that a reload loses nothing. */
export function useDraft(name: string, initial: Draft): StoredDraft {
  const key = `${draftPrefix}${useSession().account.id}.${name}`
  const [stored] = useState(() => read(key))
  const [draft, setDraft] = useState<Draft>(stored ?? initial)
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

function read(key: string): Draft | null {
  try {
    // Only this function's counterpart writes it.
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null
  } catch {
    return null
  }
}
