import { Fragment, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { lateTexts } from '../strings/late.ts'
import { Button } from './button.tsx'
import { Note } from './note.tsx'

const words = lateTexts.setup.conflict

/** Callbacks and notice of a form that others may change at the same time. */
export interface ConflictState {
  readonly onUnsaved: (isUnsaved: boolean) => void
  /** That somebody else has saved something meanwhile; nothing when nobody has. */
  readonly note: ReactNode
}

interface ConflictFormProps<T> {
  readonly data: T
  /** Changes with what is saved. */
  readonly version: string
  readonly children: (data: T, conflictState: ConflictState) => ReactNode
}

/**
 * A form over something that others change as well. It begins again with what they save, unless something in it is not saved
 * yet: then it stays as it is, and says so.
 */
export function ConflictForm<T>({ data, version, children }: ConflictFormProps<T>) {
  const [shown, show] = useState({ data, version })
  const [isUnsaved, setUnsaved] = useState(false)
  const isOther = version !== shown.version
  if (isOther && !isUnsaved) show({ data, version })
  const note = isOther && isUnsaved && (
    <Note className="row" role="status">
      <span>{words.changed}</span>
      <Button size="small" onClick={() => setUnsaved(false)}>
        {words.discard}
      </Button>
    </Note>
  )
  return <Fragment key={shown.version}>{children(shown.data, { onUnsaved: setUnsaved, note })}</Fragment>
}

/** Says of a form that something in it is not saved yet when one of its parts is another than in the beginning. */
export function useUnsavedParts(parts: Readonly<Record<string, unknown>>, { onUnsaved }: ConflictState): void {
  const [given] = useState(parts)
  const isUnsaved = Object.keys(parts).some((name) => parts[name] !== given[name])
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved])
}

/** Of a form about something new, which nobody else changes. */
export const noConflict: ConflictState = { onUnsaved: () => undefined, note: null }
