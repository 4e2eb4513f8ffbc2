import { useState } from 'react'
import type { ErrorState } from '#contract'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { useErrorChange } from './api.ts'
import type { ListedError } from './api.ts'

const words = lateTexts.errors
const labels: readonly (readonly [ErrorState, string])[] = [
  ['UNTIL_NEXT', words.untilNext],
  ['ARCHIVED', words.archive],
  ['OPEN', words.reopen],
]

interface StateButtonsProps {
  readonly errors: readonly Pick<ListedError, 'id' | 'state'>[]
  readonly onDone?: () => void
}

/** The states that some of the errors do not have. */
export function StateButtons({ errors, onDone }: StateButtonsProps) {
  const change = useErrorChange()
  const mayChange = useMay('changeErrors')
  const [busy, setBusy] = useState<ErrorState | null>(null)
  if (!mayChange) return null
  const press = (state: ErrorState): void => {
    setBusy(state)
    const ids = errors.filter((error) => error.state !== state).map(({ id }) => id)
    void change(ids, state).then(() => {
      setBusy(null)
      onDone?.()
    })
  }
  return labels
    .filter(([state]) => errors.some((error) => error.state !== state))
    .map(([state, label]) => (
      <Button key={state} isBusy={busy === state} onClick={() => press(state)}>
        {label}
      </Button>
    ))
}
