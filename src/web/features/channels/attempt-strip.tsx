import { lateTexts } from '../../strings/late.ts'
import { TickStrip } from '../../ui/tick-strip.tsx'
import type { Tick } from '../../ui/tick-strip.tsx'
import type { Channel } from './api.ts'

type Outcomes = Channel['recentOutcomes']

const small = { width: 2, gap: 1, height: 20 } as const
const large = { width: 6, gap: 2, height: 32 } as const

/** How the latest attempts to deliver over a channel went, the newest right; failed ones go through the line. */
export function AttemptStrip({
  outcomes,
  isLarge = false,
}: {
  readonly outcomes: Outcomes
  readonly isLarge?: boolean
}) {
  if (outcomes.length === 0) return null
  // They have no times worth a height.
  const ticks = outcomes.map((outcome): Tick => ({
    state: outcome === 'sent' ? 'PASSING' : 'FAILING',
    responseTime: 1,
  }))
  return <TickStrip ticks={ticks} shape={isLarge ? large : small} highest={4} label={() => attemptsOf(outcomes)} />
}

export const attemptsOf = (outcomes: Outcomes): string =>
  lateTexts.setup.channels.attempts(outcomes.length, outcomes.filter((outcome) => outcome !== 'sent').length)
