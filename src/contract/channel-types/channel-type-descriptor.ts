import type { TObject } from 'typebox'
import type { ConfigProblem } from './config-problem.ts'

/** Who reads what a channel is sent. People get one message for many checks; programs get one call for each. */
export type Reader = 'people' | 'programs'

/** What a plan has to include besides alert channels as such. */
export type ChannelEntitlement = 'ADVANCED_ALERT_CHANNELS' | 'SMS_ALERTS'

/** What may differ between two configs of one type. */
export interface ChannelTraits {
  readonly reader: Reader
  /** Whether a failure opens an incident that stays open until a recovery is sent. */
  readonly opensIncidents: boolean
  /** Null: none. */
  readonly entitlement: ChannelEntitlement | null
}

/** The lists in which a check shows its channels (specification 2.1). */
export type AttachedList = 'email' | 'webhook' | 'slack' | 'sms'

/**
 * What the service knows of a channel type before anything is sent. How it delivers is the other half, in the folder of
 * the same name of the room of channels. `C` is a config with its defaults filled in.
 */
export interface ChannelTypeDescriptor<C extends object> extends ChannelTraits {
  /** The name of both halves' folders and of the folder of its recorded messages. */
  readonly folder: string
  /** The name people read. */
  readonly label: string
  /** The shape of `config`, with its limits and defaults. It is stored with its defaults filled in. */
  readonly config: TObject
  /** Fields of `config` whose whole value is a credential: encrypted at rest, never shown in logs and answers. */
  readonly secrets: readonly string[]
  /** Fields of `config`, or lists of keys and values, that may hold `{{NAME}}` (semantics 4.7 and 4.9). */
  readonly templates: readonly string[]
  /** Settings of the operator without which nothing is delivered. */
  readonly settings: readonly string[]
  /** Types with a smaller number are asked first to deliver what another channel did not. */
  readonly fallbackRank: number
  /** Where a check shows channels of the type, and which fields of their config; null: nowhere. */
  readonly attached: { readonly list: AttachedList; readonly fields: readonly string[] } | null
  /** Two configs that differ in every field. Tests write and read them back, and record the messages of the second. */
  readonly examples: readonly [C, C]
  /** What is different for this config. */
  traitsOf?(config: C): Partial<ChannelTraits>
  /** What makes every delivery impossible, as far as the config alone tells, besides its schema. */
  findProblem?(config: C): ConfigProblem | null
}
