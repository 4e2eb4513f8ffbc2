import { useMemo, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { withLabels } from './with-labels.ts'
import type { FieldLabels } from './with-labels.ts'

const noLabels: FieldLabels = {}

interface Saving {
  readonly save: () => Promise<void>
  readonly isBusy: boolean
  /** Why saving failed. */
  readonly error: unknown
  /** Mistakes by the paths of fields. */
  readonly errors: Readonly<Record<string, string>>
}

/** Saves once at a time, and keeps what was wrong with what was saved last, in the words of the form. */
export function useSaving(onSave: () => Promise<void>, labels: FieldLabels = noLabels): Saving {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const errors = useMemo(() => (error instanceof ApiError ? error.fields : {}), [error])
  const save = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await onSave()
    } catch (thrown) {
      setError(withLabels(thrown, labels))
    }
    setBusy(false)
  }
  return { save, isBusy, error, errors }
}
