import { ownZone } from '../../../ui/time-zones.ts'
import type { EscalationPolicy, EscalationPolicyBody } from '../api.ts'

export interface DraftStep {
  readonly afterMinutes: string
  readonly alertChannelIds: readonly number[]
  readonly quietHours: EscalationPolicy['quietHours']
}

export interface Draft {
  readonly name: string
  readonly steps: readonly DraftStep[]
  /** Null: no repeat. Empty `times`: until acknowledged. */
  readonly repeat: { readonly everyMinutes: string; readonly times: string } | null
  readonly quietHours: EscalationPolicy['quietHours']
}

export const emptyStep = (afterMinutes: number): DraftStep => ({
  afterMinutes: String(afterMinutes),
  alertChannelIds: [],
  quietHours: [],
})

export const night = (): EscalationPolicy['quietHours'][number] => ({
  from: '22:00',
  to: '07:00',
  timeZone: ownZone(),
  kinds: ['DEGRADED'],
})

export function draftOf(policy: EscalationPolicy | null): Draft {
  if (policy === null) return { name: '', steps: [emptyStep(5)], repeat: null, quietHours: [] }
  const { name, steps, repeat, quietHours } = policy
  return {
    name,
    steps: steps.map((step) => ({ ...step, afterMinutes: String(step.afterMinutes) })),
    repeat: repeat && {
      everyMinutes: String(repeat.everyMinutes),
      times: repeat.times === null ? '' : String(repeat.times),
    },
    quietHours,
  }
}

export const bodyOf = ({ name, steps, repeat, quietHours }: Draft): EscalationPolicyBody => ({
  name,
  steps: steps.map((step) => ({
    afterMinutes: Number(step.afterMinutes),
    alertChannelIds: [...step.alertChannelIds],
    quietHours: [...step.quietHours],
  })),
  repeat: repeat && {
    everyMinutes: Number(repeat.everyMinutes),
    times: repeat.times === '' ? null : Number(repeat.times),
  },
  quietHours: [...quietHours],
})
