import type { WebhookPreset } from '#contract'
import { coralogix } from './coralogix.ts'
import { discord } from './discord.ts'
import { firehydrant } from './firehydrant.ts'
import { gitlabAlert } from './gitlab-alert.ts'
import { ilert } from './ilert.ts'
import { incidentio } from './incidentio.ts'
import { msteams } from './msteams.ts'
import type { Preset } from './preset.ts'
import { rootly } from './rootly.ts'
import { spikesh } from './spikesh.ts'
import { splunk } from './splunk.ts'
import { telegram } from './telegram.ts'

export type { Preset } from './preset.ts'

/** The implementation of every preset. A missing or unknown preset does not compile. */
export const presets: { readonly [P in WebhookPreset]: Preset } = {
  WEBHOOK_CORALOGIX: coralogix,
  WEBHOOK_DISCORD: discord,
  WEBHOOK_FIREHYDRANT: firehydrant,
  WEBHOOK_GITLAB_ALERT: gitlabAlert,
  WEBHOOK_ILERT: ilert,
  WEBHOOK_INCIDENTIO: incidentio,
  WEBHOOK_MSTEAMS: msteams,
  WEBHOOK_ROOTLY: rootly,
  WEBHOOK_SPIKESH: spikesh,
  WEBHOOK_SPLUNK: splunk,
  WEBHOOK_TELEGRAM: telegram,
}
