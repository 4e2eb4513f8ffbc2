import type { TwilioSettings } from '#channels'
import { createEgress } from '#egress'
import { minuteMs } from '#kernel'
import type { AnalystTools } from '../loops/analyst.ts'
import { commitStatusLoop } from '../loops/commit-statuses.ts'
import type { Loop } from '../loops/run-loop.ts'
import type { Egress, Parts } from '../parts.ts'
import type { Settings } from '../settings/settings.ts'

const modelTimeoutMs = minuteMs

/** The settings of fallbacks. */
export const fallbackSettings = ({ settings }: Parts) => ({
  fallbackAfterMs: settings.fallbackAfterMinutes * minuteMs,
  canMail: settings.smtpUrl !== null,
})

/** Webhooks may reach the same addresses as checks. */
export const notifierTools = (parts: Parts, egress: Egress) => ({
  ...fallbackSettings(parts),
  store: parts.opened.store,
  clock: parts.clock,
  log: parts.log,
  metrics: parts.metrics,
  activity: parts.activity,
  signal: parts.signal,
  channelTools: channelTools(parts, egress),
})

export const channelTools = ({ settings, publicUrl, opened }: Parts, egress: Egress) => ({
  http: egress.http,
  mail: mailSettings(settings),
  slackBotToken: settings.slackBotToken,
  twilio: twilioSettings(settings),
  webPushKeys: opened.webPushKeys,
  serviceName: settings.serviceName,
  publicUrl,
})

export const subscriberMailerTools = ({ opened, clock, log, metrics, settings, publicUrl, pageLanguages }: Parts) => ({
  store: opened.store,
  languages: pageLanguages,
  clock,
  log,
  metrics,
  mailTools: { mail: mailSettings(settings), publicUrl },
})

/** Readers chose the addresses, so the rules for addresses are not those of checks. */
export const subscriberPosterTools = ({
  opened,
  clock,
  log,
  metrics,
  settings,
  publicUrl,
  pageLanguages,
  signal,
}: Parts) => ({
  store: opened.store,
  languages: pageLanguages,
  clock,
  log,
  metrics,
  allowances: settings.entitlements,
  postTools: {
    http: createEgress({ allowPrivateTargets: settings.subscriberPrivateTargets }, clock).http,
    webPushKeys: opened.webPushKeys,
    publicUrl,
    signal,
  },
})

const mailSettings = ({ smtpUrl: url, mailFrom: from }: Settings) => (url === null ? null : { url, from })

/** None without a token. The operator chose the endpoint, so private addresses are allowed. */
export function commitStatusLoops({ opened, clock, log, settings, signal }: Parts): Loop[] {
  const { githubToken: token, githubUrl: apiUrl, githubRepositories: repositoryGrants } = settings
  if (token === null) return []
  const { http } = createEgress({ allowPrivateTargets: true }, clock)
  const github = { apiUrl, token, http, signal, clock }
  return [commitStatusLoop({ store: opened.store, clock, log, github, repositoryGrants })]
}

/** The operator chose the endpoint, which may be on this machine, so private addresses are allowed. */
export function analystTools({ opened, clock, log, metrics, settings, signal }: Parts): AnalystTools {
  const { llmUrl: url, llmApiKey: apiKey, llmModel: model } = settings
  const tools = { http: createEgress({ allowPrivateTargets: true }, clock).http, timeoutMs: modelTimeoutMs, signal }
  return {
    store: opened.store,
    clock,
    log,
    metrics,
    model: url === null || model === null ? null : { url, apiKey, model, tools },
  }
}

function twilioSettings(settings: Settings): TwilioSettings | null {
  const { twilioAccountSid: accountSid, twilioAuthToken: authToken, twilioFrom: from, twilioUrl: url } = settings
  return accountSid === null || authToken === null || from === null ? null : { url, accountSid, authToken, from }
}
