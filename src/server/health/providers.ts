import type { FindingSource, HealthResult } from './finding.ts'

/** Slack app, SMS and calls need a provider's credentials; without them their channels reject every notification. */
export const providers: FindingSource = {
  name: 'providers',
  title: 'Providers',
  meaning: 'Which channel types have the credentials they need.',
  advice: 'See docs/alert-channels.md for the settings of each channel type.',
  readsDatabase: false,
  audience: 'admins',
  find: ({ settings }): HealthResult => {
    const missing = [
      ...(settings?.slackBotToken ? [] : ['BELFRY_SLACK_BOT_TOKEN (Slack app)']),
      ...(settings?.twilioAccountSid ? [] : ['BELFRY_TWILIO_ACCOUNT_SID … (SMS, calls)']),
    ]
    return missing.length === 0
      ? { ok: true, found: [{ code: 'PROVIDERS_SET_UP' }] }
      : { ok: true, found: [{ code: 'PROVIDERS_MISSING', values: { settings: missing.join(', ') } }] }
  },
}
