// Decides which channels are notified of a check, and why not: transitions, escalation, reminders, silences, the plan.
// Input: the outcome of a tick, alert settings, subscriptions, stored alert states and times in epoch milliseconds.
// Output: next states, alert events, planned notifications with their reasons for silence, and titles; all plain JSON.
export * from './advance.ts'
export * from './alert-state.ts'
export * from './alert-title.ts'
export * from './current-silence.ts'
export * from './choose-fallback.ts'
export * from './decide-messages.ts'
export * from './due-reminder.ts'
export * from './hold.ts'
export * from './label-matchers.ts'
export * from './decide-undelivered.ts'
export { plan } from './plan.ts'
export type { ChannelFlags, PlanFacts, PlannedNotification, Subscription } from './plan.ts'
export * from './release.ts'
export * from './remember-notified.ts'
export * from './ssl-alerts-due.ts'
export * from './summarize-tick.ts'
