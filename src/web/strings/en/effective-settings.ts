import { number } from '../plural.ts'

export const effectiveSettings = {
  title: 'What applies, and where it comes from',
  fromGroup: 'from group',
  from: { CHECK: 'from this check', GROUP: 'from the group', ACCOUNT: 'from the account', DEFAULT: 'default' },
  instead: { CHECK: 'this check', GROUP: 'the group', ACCOUNT: 'the account', DEFAULT: 'the default' },
  insteadOf: (levels: string) => `also in ${levels}, which does not decide`,
  own: (value: string) => `The check itself is set to: ${value}`,
  and: ' and ',
  yes: 'Yes',
  no: 'No',
  none: '–',
  snippet: (id: number) => `Snippet ${id}`,
  script: 'Script',
  inactive: 'switched off',
  rules: (amount: number, isRuns: boolean) =>
    isRuns
      ? number(amount, 'After 1 failed run', `After ${amount} failed runs in a row`)
      : `After failing for ${amount} minutes`,
  reminders: (amount: number, interval: number) =>
    amount >= 100_000
      ? `reminders every ${interval} minutes`
      : `${number(amount, '1 reminder', `${amount} reminders`)}, every ${interval} minutes`,
  share: (percent: number) => `${percent} % of the locations have to fail`,
  fields: {
    activated: 'Runs on schedule',
    muted: 'Muted',
    locations: 'Locations',
    privateLocations: 'Private locations',
    runParallel: 'In all locations at the same time',
    retryStrategy: 'Retries',
    alertSettings: 'Alert rules',
    runtimeId: 'Runtime',
    baseUrl: 'Base URL',
    basicAuth: 'Credentials',
    alertChannels: 'Alert channels',
    tags: 'Tags',
    environmentVariables: 'Variables',
    headers: 'Headers',
    queryParameters: 'Query parameters',
    assertions: 'Assertions',
    setup: 'Before the request',
    tearDown: 'After the request',
  },
}
