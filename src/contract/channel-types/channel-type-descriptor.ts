import type { TObject } from 'typebox'
import type { TypeForm } from '../forms/field-edit.ts'
import type { ConfigProblem } from './config-problem.ts'

/** Who reads the messages of a channel. People get one message for many checks; programs get one request for each. */
export type Reader = 'people' | 'programs'

/** The entitlement a channel type requires in addition to alert channels in general. */
export type ChannelEntitlement = 'ADVANCED_ALERT_CHANNELS' | 'SMS_ALERTS'

/** Traits that may depend on the config. */
export interface ChannelTraits {
  readonly reader: Reader
  /** Whether a failure opens an incident that stays open until a recovery is sent. */
  readonly opensIncidents: boolean
  /** Null: none. */
  readonly entitlement: ChannelEntitlement | null
}

/** The lists of channels in the response of a check. */
export type AttachedList = 'email' | 'webhook' | 'slack' | 'sms'

/**
 * The description of a channel type. Its implementation is in the folder of the same name in the room of channels. `C`
 * is a config with its defaults filled in.
 */
export interface ChannelTypeDescriptor<C extends object> extends ChannelTraits {
  /** The name of the folders of description, implementation and recorded messages. */
  readonly folder: string
  /** The display name. */
  readonly label: string
  /** The shape of `config`, with its limits and defaults. It is stored with its defaults filled in. */
  readonly config: TObject
  /** How forms edit a config, besides what its fields say. Default: in their order, beginning empty. */
  readonly form?: Partial<Pick<TypeForm, 'start' | 'order'>>
  /** Fields of `config` whose entire value is a credential: encrypted at rest, never in logs and responses. */
  readonly secrets: readonly string[]
  /** Fields of `config`, or lists of keys and values, that may contain `{{NAME}}`. */
  readonly templates: readonly string[]
  /** The receiver forgets an alert that is not sent again after so many seconds. Default: it remembers. */
  readonly repeatSeconds?: number
  /** Settings of the operator that delivery requires. */
  readonly settings: readonly string[]
  /** Types with a smaller number are preferred as fallbacks. */
  readonly fallbackRank: number
  /** The list of channels of this type in the response of a check, and the fields of their config; null: none. */
  readonly attached: { readonly list: AttachedList; readonly fields: readonly string[] } | null
  /** Two configs that differ in every field. Tests store and read both, and record the messages of the second. */
  readonly examples: readonly [C, C]
  /** Traits that differ for this config. */
  traitsOf?(config: C): Partial<ChannelTraits>
  /** A problem of the config that prevents every delivery and that its schema does not cover; null without one. */
  findProblem?(config: C): ConfigProblem | null
}
