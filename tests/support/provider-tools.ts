import type { ChannelTools } from '#channels'
import { toolsWith } from './notification.ts'

export const slackBotToken = 'xoxb-token-of-the-app'
export const twilioAccount = { accountSid: 'AC0123', authToken: 'token-of-the-account', from: '+15550001111' }

/** Tools for which every provider is set up and is one server, for example a local one. */
export const providersAt = (url: string, tools: ChannelTools = toolsWith()): ChannelTools => ({
  ...tools,
  slackBotToken,
  twilio: { url, ...twilioAccount },
  endpoints: { slack: url, pagerduty: url, opsgenie: { EU: `${url}/eu`, US: `${url}/us` } },
})

export const pretty = (json: string): string => `${JSON.stringify(JSON.parse(json), null, 2)}\n`
