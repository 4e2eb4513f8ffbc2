import type { Reader } from '../channel-type-descriptor.ts'

interface PresetTraits {
  /** Chat messages are read by people; the other products open and close incidents, check by check. */
  readonly reader: Reader
  /** Whether an incident stays open until a recovery is sent. */
  readonly opensIncidents: boolean
  /** Query parameters that are put into the body instead of the URL; true when required. */
  readonly parameters: Readonly<Record<string, boolean>>
}

const chat = { reader: 'people', opensIncidents: false } as const
const incidents = { reader: 'programs', opensIncidents: true, parameters: {} } as const

/**
 * Products whose body format is used for a webhook of their type without a template. Example messages of each are
 * recorded under its name.
 */
export const webhookPresetTable = {
  WEBHOOK_CORALOGIX: {
    reader: 'programs',
    opensIncidents: false,
    parameters: { applicationName: false, subsystemName: false },
  },
  WEBHOOK_DISCORD: { ...chat, parameters: {} },
  WEBHOOK_FIREHYDRANT: incidents,
  WEBHOOK_GITLAB_ALERT: { ...incidents, parameters: { gitlab_environment_name: false } },
  WEBHOOK_ILERT: { ...incidents, parameters: { integrationKey: true } },
  WEBHOOK_INCIDENTIO: incidents,
  WEBHOOK_MSTEAMS: { ...chat, parameters: {} },
  WEBHOOK_ROOTLY: incidents,
  WEBHOOK_SPIKESH: incidents,
  WEBHOOK_SPLUNK: incidents,
  WEBHOOK_TELEGRAM: { ...chat, parameters: { chat_id: true, message_thread_id: false } },
} as const satisfies Record<string, PresetTraits>

export type WebhookPreset = keyof typeof webhookPresetTable

/** Names listed in the type of the table, so the cast adds nothing. */
const namesOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]
export const webhookPresets: readonly WebhookPreset[] = namesOf(webhookPresetTable)

/** Query parameters that the preset of a webhook puts into its body; true when required. */
export const presetParametersOf = (preset: WebhookPreset): Readonly<Record<string, boolean>> =>
  webhookPresetTable[preset].parameters
