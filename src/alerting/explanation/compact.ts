import { defaultAlertSettings } from '#contract'
import type { AlertSettings } from '#contract'
import { initialAlertState } from '../alert-state.ts'
import type { AlertState } from '../alert-state.ts'
import type { ChannelFlags } from '../plan.ts'
import type { Derivation, DerivedSubscription } from './derivation.ts'

const usualFlags: ChannelFlags = {
  sendFailure: true,
  sendDegraded: false,
  sendRecovery: true,
  sslExpiry: false,
  sslExpiryThreshold: 30,
}

/** A derivation as it is stored: without what is as usual. */
export interface CompactDerivation extends Omit<Derivation, 'before' | 'settings' | 'subscriptions'> {
  readonly before: Partial<AlertState>
  readonly settings: Omit<Derivation['settings'], 'value'> & { readonly value: Partial<AlertSettings> }
  readonly subscriptions: readonly (Omit<DerivedSubscription, 'flags'> & { readonly flags: Partial<ChannelFlags> })[]
}

export const compact = (derivation: Derivation): CompactDerivation => ({
  ...derivation,
  before: withoutUsual(derivation.before, initialAlertState),
  settings: { ...derivation.settings, value: withoutUsual(derivation.settings.value, defaultAlertSettings) },
  subscriptions: derivation.subscriptions.map((one) => ({ ...one, flags: withoutUsual(one.flags, usualFlags) })),
})

/** The inverse of `compact`. */
export const complete = (stored: CompactDerivation): Derivation => ({
  ...stored,
  before: { ...initialAlertState, ...stored.before },
  settings: { ...stored.settings, value: { ...defaultAlertSettings, ...stored.settings.value } },
  subscriptions: stored.subscriptions.map((one) => ({ ...one, flags: { ...usualFlags, ...one.flags } })),
})

/** The fields of a value that differ from those of another. */
function withoutUsual<T extends object>(value: T, usual: Partial<T>): Partial<T> {
  const others = new Map(Object.entries(usual).map(([name, field]) => [name, JSON.stringify(field)]))
  return Object.fromEntries(
    Object.entries(value).filter(([name, field]) => others.get(name) !== JSON.stringify(field)),
  ) as Partial<T>
}
