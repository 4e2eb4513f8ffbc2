import type { TSchema } from 'typebox'

/** Who reads what a channel is sent. People get one message for many checks; programs get one call for each. */
export type Reader = 'people' | 'programs'

/** What the service knows of a channel type. Adding a type is adding a row of this shape to the table. */
export interface ChannelTypeRow {
  /** The name people read. */
  readonly label: string
  /** The shape of `config`. It is stored with its defaults filled in. */
  readonly config: TSchema
  /** Fields of `config` whose whole value is a credential: sealed at rest, never shown in logs and answers. */
  readonly secrets: readonly string[]
  /** Fields of `config`, or lists of keys and values, that may hold `{{NAME}}` (semantics 4.7 and 4.9). */
  readonly templates: readonly string[]
  /** Of a webhook its preset may say otherwise. */
  readonly reader: Reader
}
