import { channelTypes } from '#contract'
import type { AlertFacts, ChannelConfigs, ChannelType } from '#contract'
import type { ChannelTools, NotificationOf } from '#channels'
import { createEgress } from '#egress'
import { TestClock, SystemClock } from '#kernel'
import { webPushKeys } from './web-push-keys.ts'

export const nowMs = Date.parse('2026-11-21T09:31:00.000Z')
/** A uuid v7 made on 2026-11-21 at 09:30:16. */
export const notificationId = '01a1fd71-3040-7000-8000-000000000001'

export const facts: AlertFacts = {
  alertType: 'ALERT_FAILURE',
  alertTitle: 'Check "Shop & <cart>" has failed',
  checkId: '5a0f5c1e-3c53-4d35-9c0b-7f9d5c0b1a11',
  checkName: 'Shop & <cart>',
  checkType: 'API',
  checkDescription: 'Buys one thing.',
  checkResultId: '01a1fd71-6000-7000-8000-000000000002',
  resultLink: 'https://belfry.example/checks/5a0f5c1e/results/01a1fd71',
  checkErrorMessage: 'Expected status 200, got 503:\n<html>"busy" & sorry</html>',
  groupName: 'Front',
  region: 'us-west-1',
  runLocation: 'N. California',
  responseTimeMs: 231,
  startedAt: '2026-11-21T09:30:15.250Z',
  tags: ['team:shop', 'env=prod'],
  responseStatusCode: 503,
  responseStatusText: 'Service Unavailable',
  sslDaysRemaining: null,
  sslCheckDomain: null,
  isReminder: false,
  reminderSequence: 0,
}

/** The second example of a type, which goes to `url` where its config says where it goes. */
export function exampleConfig<T extends ChannelType>(type: T, url: string): ChannelConfigs[T] {
  const [, config] = channelTypes[type].examples
  // An example of a type is a config of that type.
  return {
    ...config,
    ...('url' in config && { url }),
    ...('urls' in config && { urls: [url] }),
    ...('endpoint' in config && { endpoint: url }),
  } as ChannelConfigs[T]
}

export const notificationOf = <T extends ChannelType>(
  type: T,
  config: ChannelConfigs[T],
  changes: Partial<NotificationOf<T>> = {},
): NotificationOf<T> => ({
  id: notificationId,
  type,
  config,
  facts,
  variables: {},
  attempt: 1,
  secrets: [],
  ...changes,
})

export const toolsWith = (changes: Partial<ChannelTools> = {}): ChannelTools => ({
  http: createEgress({ allowPrivateTargets: true }, new SystemClock()).http,
  mail: null,
  slackBotToken: null,
  twilio: null,
  webPushKeys,
  serviceName: 'service',
  publicUrl: 'https://belfry.example',
  clock: new TestClock(nowMs),
  signal: new AbortController().signal,
  ...changes,
})
