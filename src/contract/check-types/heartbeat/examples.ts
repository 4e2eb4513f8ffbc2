/** The body that the page of the type in `docs` creates a check with. */
export const example = {
  name: 'Nightly backup',
  heartbeat: { period: 1, periodUnit: 'days', grace: 30, graceUnit: 'minutes' },
} as const

/**
 * Two sets of values for the fields of the type, which tests write and read back: every field with another value than
 * its default, and changes. `{name}` stands for something that the test has, or `{uuid}` for a new one.
 */
export const examples = [
  { heartbeat: { period: 2, periodUnit: 'hours', grace: 15, graceUnit: 'minutes', pingToken: '{uuid}' } },
  {
    heartbeat: {
      schedule: { expression: '30 2 * * *', timezone: 'Europe/Berlin' },
      period: 1,
      periodUnit: 'days',
      grace: 0,
      graceUnit: 'seconds',
    },
  },
] as const
