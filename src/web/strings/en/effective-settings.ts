import { number } from '../plural.ts'

export const effectiveSettings = {
  title: 'Effective settings',
  fromGroup: 'from group',
  from: { CHECK: 'from this check', GROUP: 'from the group', ACCOUNT: 'from the account', DEFAULT: 'default' },
  instead: { CHECK: 'this check', GROUP: 'the group', ACCOUNT: 'the account', DEFAULT: 'the default' },
  insteadOf: (levels: string) => `overrides ${levels}`,
  own: (value: string) => `Check setting, overridden: ${value}`,
  and: ' and ',
  yes: 'Yes',
  no: 'No',
  none: '–',
  snippet: (id: number) => `Snippet ${id}`,
  script: 'Script',
  inactive: 'inactive',
  rules: (amount: number, isRuns: boolean) =>
    isRuns
      ? number(amount, 'After 1 failed run', `After ${amount} failed runs in a row`)
      : `After failing for ${amount} minutes`,
  window: (failed: number, runs: number) =>
    `When ${failed} of the last ${runs} runs ${number(failed, 'fails', 'fail')}`,
  recovery: (passed: number) => `recovers after ${passed} passing runs in a row`,
  reminders: (amount: number, interval: number) =>
    amount >= 100_000
      ? `reminders every ${interval} minutes`
      : `${number(amount, '1 reminder', `${amount} reminders`)}, every ${interval} minutes`,
  share: (percent: number) => `At least ${percent} % of the locations must fail`,
  fields: {
    activated: 'Run on schedule',
    muted: 'Muted',
    locations: 'Locations',
    privateLocations: 'Private locations',
    retryStrategy: 'Retries',
    alertSettings: 'Alert rules',
    baseUrl: 'Base URL',
    basicAuth: 'Credentials',
    alertChannels: 'Alert channels',
    tags: 'Tags',
    environmentVariables: 'Variables',
    headers: 'Headers',
    queryParameters: 'Query parameters',
    assertions: 'Assertions',
    setup: 'Setup',
    tearDown: 'Teardown',
  },
}
